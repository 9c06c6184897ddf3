import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { findLeaks } from '../bench/recovery/measure/audit.mjs';
import { judge } from '../bench/recovery/measure/judge.mjs';
import { flagPairs, formPairs, measure, otherPairs, pairs, removalPairs } from '../bench/recovery/measure/measure.mjs';
import { runScenario } from '../bench/recovery/measure/run-scenario.mjs';
import { readOptions } from '../bench/recovery/options.mjs';
import { renderPage } from '../bench/recovery/report/page.mjs';
import { agentsOf } from '../bench/recovery/report/tables.mjs';
import { chartOf } from '../bench/recovery/report/write-up.mjs';
import { findPromptLeaks } from '../bench/recovery/model/audit.mjs';
import { openModel } from '../bench/recovery/model/endpoint.mjs';
import { costOf, modelPairs, runModel } from '../bench/recovery/model/run-model.mjs';
import { compareScenario } from '../bench/recovery/processes/compare.mjs';
import { createWorld } from '../bench/recovery/world/create-world.mjs';
import type { Fault } from '../bench/recovery/world/create-world.mjs';
import { kinds } from '../bench/recovery/world/kinds.mjs';
import { countShapes } from '../bench/recovery/world/shape.mjs';
import { createScenario, scenariosOf } from '../bench/recovery/world/scenarios.mjs';
import { createTime } from '../bench/recovery/world/time.mjs';

const countTokens = (text: string): number => Math.ceil(text.length / 4);
const host = { crash: () => undefined };

/** A world with one ticket, and what goes wrong with comments on it. */
const open = (faults: readonly Omit<Fault, 'tool'>[] = []) => {
  const time = createTime();
  const ticket = { id: 7, status: 'open', comments: 0, last_comment: '', note: '' };
  const state = { tickets: new Map([[7, ticket]]), invoices: new Map(), files: new Map(), folders: new Set<string>() };
  const world = createWorld({
    time,
    state,
    faults: faults.map((fault) => ({ ...fault, tool: 'comment_ticket' })),
    receipts: () => 'receipt',
  });
  const comment = (): Promise<unknown> => world.perform('comment_ticket', { id: 7, text: 'hello' }, host);
  return { time, world, comment, lines: () => world.ledger.map(({ line }) => line) };
};

describe('the world', () => {
  it('has in its ledger what was done, as often as it was done', async () => {
    const { comment, lines } = open();
    await comment();
    await comment();
    expect(lines()).toEqual(['comment #7 hello', 'comment #7 hello']);
  });

  it.each([
    ['before', []],
    ['after', ['comment #7 hello']],
  ] as const)('has done nothing before a fault and everything after it (%s)', async (stage, done) => {
    const { comment, lines } = open([{ kind: 'timeout', stage }]);
    await expect(comment()).rejects.toMatchObject({ kind: 'timeout' });
    expect(lines()).toEqual(done);
  });

  it('does a late write when its time has come, and not sooner', async () => {
    const { time, comment, lines } = open([{ kind: 'late', lateMs: 500 }]);
    await expect(comment()).rejects.toMatchObject({ kind: 'timeout' });
    await time.sleep(499);
    expect(lines()).toEqual([]);
    await time.sleep(1);
    expect(lines()).toEqual(['comment #7 hello']);
  });

  it('says that it did what it dropped, and its ledger says otherwise', async () => {
    const { comment, lines } = open([{ kind: 'drop' }]);
    expect(await comment()).toMatchObject({ receipt: 'receipt' });
    expect(lines()).toEqual([]);
  });

  it('wears a passing fault down by calls, and ends another by time', async () => {
    const { time, comment, lines } = open([
      { kind: 'busy', times: 2 },
      { kind: 'limited', times: 99, untilMs: 5_000, announced: true },
    ]);
    await expect(comment()).rejects.toMatchObject({ kind: 'busy' });
    await expect(comment()).rejects.toMatchObject({ kind: 'busy' });
    await expect(comment()).rejects.toMatchObject({ kind: 'limited', facts: { afterMs: 5_000 } });
    await time.sleep(5_000);
    await comment();
    expect(lines()).toHaveLength(1);
  });

  it('makes the same scenario of the same seed and kind, and another of another', () => {
    expect(scenariosOf(5)).toEqual(scenariosOf(5));
    expect(scenariosOf(5)).not.toEqual(scenariosOf(6));
    expect(scenariosOf(5)).toHaveLength(Object.keys(kinds).length);
    expect(20 * scenariosOf(5).length).toBeGreaterThanOrEqual(300);
  });

  it.each(['silent_drop', 'silent_old'])(
    'shows nothing of %s on the wire: an agent that trusts the answer is wrong',
    async (kind) => {
      for (const { agent, serving } of pairs) {
        const run = await runScenario(createScenario(3, kind), agent, serving);
        expect({ agent, falseSuccess: run.falseSuccess }).toEqual({ agent, falseSuccess: agent !== 'oracle' });
      }
    },
  );
});

describe('the judge', () => {
  const scenario = createScenario(1, 'timeout_done');
  const { tool, arguments: args, lines } = scenario.task;
  const sent = { tool, arguments: args, at: 0, key: undefined, bytes: 0, sent: '', shown: '', failure: undefined };
  const lost = { ...sent, outcome: 'lost' as const, ambiguous: true, passing: false };
  const ok = { ...sent, outcome: 'ok' as const, ambiguous: false, passing: false };
  const ledger = (...done: readonly string[]) => ({ ledger: done.map((line) => ({ at: 0, line })) });
  const done = { claim: 'success' as const, text: '' };

  it('goes by the ledger and not by what an agent says', () => {
    expect(judge(scenario, { world: ledger(), calls: [ok], ended: done })).toMatchObject({
      recovered: false,
      falseSuccess: true,
    });
    const silent = { claim: 'stop' as const, text: '' };
    expect(judge(scenario, { world: ledger(...lines), calls: [lost], ended: silent })).toMatchObject({
      recovered: false,
      falseFailure: true,
    });
  });

  it('counts an effect that happened twice, and a write that was repeated in doubt', () => {
    const twice = judge(scenario, { world: ledger(...lines, ...lines), calls: [lost, ok], ended: done });
    expect(twice).toMatchObject({ recovered: false, duplicates: 1, unsafeRetries: 1 });
  });

  it('takes a repetition with the same key for safe, and one after a look for unsafe', () => {
    const look = { ...ok, tool: 'read_ticket', arguments: {} };
    const keyed = [
      { ...lost, key: 'k' },
      { ...ok, key: 'k' },
    ];
    const unsafeOf = (calls: Parameters<typeof judge>[1]['calls']) =>
      judge(scenario, { world: ledger(...lines), calls, ended: done }).unsafeRetries;
    expect(unsafeOf(keyed)).toBe(0);
    expect(unsafeOf([lost, look, ok])).toBe(1);
  });

  it('does not count the effects of a colleague', () => {
    const world = { ledger: [...ledger(...lines).ledger, { at: 0, line: lines[0] ?? '', by: 'colleague' }] };
    expect(judge(scenario, { world, calls: [ok], ended: done })).toMatchObject({ recovered: true, duplicates: 0 });
  });

  it('sees a must-stop that was done anyway', () => {
    const stop = createScenario(1, 'confirm_no');
    expect(judge(stop, { world: ledger(...stop.task.lines), calls: [ok], ended: done })).toMatchObject({
      correctStop: false,
      strays: 1,
      falseSuccess: true,
    });
  });
});

describe('the audit', () => {
  it.each(['plain', 'recourse'] as const)(
    'finds an answer that was planted in a failure of the %s serving',
    async (serving) => {
      const scenario = createScenario(2, 'clean_write');
      const leak = { kind: 'leak' as const, tool: scenario.task.tool, text: `use ${scenario.task.answer}` };
      const { calls } = await runScenario({ ...scenario, faults: [leak] }, 'blind', serving);
      expect(findLeaks(scenario, calls)).toHaveLength(1);
    },
  );
});

describe('the command', () => {
  it.each([
    [['--seed', 'x'], "--seed must be a whole number such as 4711, or a range such as 1000-1199, got 'x'."],
    [['--seed', '9-3'], "got '9-3'"],
    [['--only', 'nobody'], "No agent is called 'nobody'"],
    [['--write', '--seed', '1'], 'Only a full run'],
    [['--nonsense'], '--nonsense'],
  ])('says what is wrong with %j', (args, words) => {
    expect(readOptions(args)).toContain(words);
  });

  it('runs the twenty seeds of the figure unless told otherwise, and unseen ones by name', () => {
    expect(readOptions([])).toMatchObject({ seeds: Array.from({ length: 20 }, (_, index) => index + 1) });
    expect(readOptions(['--seed', '7', '--seed', '9-11'])).toMatchObject({ seeds: [7, 9, 10, 11] });
  });
});

describe('a run', () => {
  const seeds = [4_711, 4_712];

  it('comes out alike in two forms of the same facts, for a client that can read both', async () => {
    const { totals } = await measure({ seeds: [4_711], pairs: formPairs, countTokens });
    const { unread, patterns, reworded, contract } = agentsOf(formPairs, totals);
    const outcomeOf = (of: typeof contract) => [of?.recovered, of?.correct_stops, of?.duplicates, of?.calls];
    expect(outcomeOf(patterns)).toEqual(outcomeOf(contract));
    // A client that cannot read the form recovers less, and does nothing twice.
    for (const other of [unread, reworded]) {
      expect(other?.recovered).toBeLessThan(contract?.recovered ?? 0);
      expect(other).toMatchObject({ duplicates: 0, unsafe_retries: 0, false_successes: 0 });
    }
  });

  it('claims nothing falsely where failures are flagged, and does nothing twice where they are not', async () => {
    const { totals } = await measure({ seeds: [4_711], pairs: flagPairs, countTokens });
    const { flagged, unflagged } = agentsOf(flagPairs, totals);
    expect(flagged).toMatchObject({ false_successes: 0, duplicates: 0, unsafe_retries: 0 });
    expect(unflagged).toMatchObject({ duplicates: 0, unsafe_retries: 0 });
    expect(unflagged?.false_successes).toBeGreaterThan(0);
  });

  it('has other shapes of scenarios for other seeds', () => {
    const of = (from: number) => Array.from({ length: 20 }, (_, index) => scenariosOf(from + index)).flat();
    const { shapes, unseen } = countShapes(of(1_001), of(1));
    expect(unseen / shapes).toBeGreaterThan(0.4);
  });

  it.each(removalPairs.map(({ removed }) => removed))('does nothing twice without %s', async (removed) => {
    const scenarios = ['timeout_done', 'answer_lost', 'rate_limit', 'crash_amid_done'];
    for (const kind of scenarios) {
      const run = await runScenario(createScenario(5, kind), 'contract', 'recourse', removed);
      expect({ kind, duplicates: run.duplicates, falseSuccess: run.falseSuccess }).toEqual({
        kind,
        duplicates: 0,
        falseSuccess: false,
      });
    }
  });

  it(
    'gives the same figures for the same seeds, passes its controls, and meets the target',
    { timeout: 600_000 },
    async () => {
      const { totals, controls, byKind } = await measure({ seeds, pairs, countTokens });
      expect(await measure({ seeds, pairs, countTokens })).toMatchObject({ totals, controls });
      expect(controls.leaks).toEqual([]);
      expect(controls.clean).toEqual({
        runs: 2 * seeds.length * pairs.length,
        passed: 2 * seeds.length * pairs.length,
      });

      const { blind, status, prose, ordinary, contract, tuned, oracle } = agentsOf(pairs, totals);
      for (const agent of [blind, status, prose, ordinary, contract, tuned, oracle])
        expect(agent).toMatchObject({ tasks: oracle?.tasks, recoverable: oracle?.recoverable });
      // The world can be mastered, and what must stay undone stays so.
      expect(oracle).toMatchObject({ correct_stops: oracle?.must_stop, duplicates: 0 });
      // The oracle goes by what the office shows, and a colleague's effect can look like its own.
      expect((oracle?.recovered ?? 0) / (oracle?.recoverable ?? 1)).toBeGreaterThanOrEqual(0.95);
      expect(oracle?.silent?.recovered).toBe(oracle?.silent?.tasks);
      const [contractAt, tunedAt] = ['contract', 'tuned'].map((name) => pairs.findIndex(({ agent }) => agent === name));
      for (const [kind, { expect: right, of, good }] of Object.entries(byKind)) {
        if (right === 'silent') continue;
        expect({ kind, good: good[tunedAt ?? 0] }).toEqual({ kind, good: of });
        // These two need calls that the caller has to allow.
        if (!['state_to_change', 'misspelt_tool'].includes(kind))
          expect({ kind, good: good[contractAt ?? 0] }).toEqual({ kind, good: of });
      }
      expect((contract?.recovered ?? 0) / (contract?.recoverable ?? 1)).toBeGreaterThanOrEqual(0.9);
      for (const agent of [contract, tuned])
        expect(agent).toMatchObject({
          correct_stops: contract?.must_stop,
          duplicates: 0,
          stray_effects: 0,
          unsafe_retries: 0,
          false_successes: 0,
          false_failures: 0,
        });
      // In front of a server that knows no keys the same client repeats no write.
      expect(ordinary).toMatchObject({ duplicates: 0, unsafe_retries: 0 });
      // The client asks for an outcome that the oracle knows.
      expect((contract?.calls ?? 0) / (oracle?.calls ?? 0)).toBeLessThanOrEqual(1.3);
      // Checks that the bench can see a difference: an agent that repeats blindly does things twice.
      expect(blind?.duplicates).toBeGreaterThan(0);
      expect(blind?.unsafe_retries).toBeGreaterThan(0);
    },
  );

  it.each([
    ['batch_passing', 'stdio'],
    ['quota_pause_yes', 'http'],
    ['answer_lost', 'stdio'],
    ['request_lost', 'http'],
    ['crash_before', 'stdio'],
    ['crash_after', 'http'],
    ['crash_amid_done', 'http'],
    ['crash_amid_not_done', 'stdio'],
  ] as const)('has the same outcome with a real process: %s over %s', async (kind, wire) => {
    const { inMemory, asProcess } = await compareScenario(4_714, kind, wire);
    expect(asProcess).toEqual(inMemory);
    expect(asProcess).toMatchObject({ duplicates: 0, unsafeRetries: 0, falseSuccess: false });
  });

  it('can put every agent in front of every serving, and is written down whole', async () => {
    const running = [...pairs, ...otherPairs];
    const measured = await measure({ seeds: [4_713], pairs: running, countTokens });
    for (const [index, { tasks, calls }] of measured.totals.entries())
      if (running[index]?.agent !== 'ordinary') expect(calls).toBeGreaterThanOrEqual(tasks);
    const page = renderPage({
      measured,
      seeds: [4_713],
      unseen: [4_714],
      elsewhere: measured,
      removed: measured,
      forms: measured,
      flags: measured,
      asProcesses: [
        { wire: 'http', runs: 2, same: 1, duplicates: 0, unsafe_retries: 0, false_successes: 0, others: ['bug'] },
      ],
      commit: 'c',
      versions: { node: '20' },
    });
    for (const kind of Object.keys(kinds)) expect(page).toContain(`| \`${kind}\` |`);
    const chart = chartOf(measured.totals);
    expect(chart).toContain('prose, other sentences');
    expect(page + chart).not.toMatch(/undefined|NaN|Infinity/);
  });
});

describe('a real model', () => {
  interface Sent {
    readonly messages: readonly { readonly role: string; readonly content?: string | null }[];
    readonly tools: readonly { readonly function: { readonly name: string } }[];
  }

  /** An OpenAI-compatible endpoint. Its model makes the call of its task and says what the answer says. */
  const serveModel = async (options: { readonly answers?: readonly number[] } = {}) => {
    const statuses = [...(options.answers ?? [])];
    const seen: { readonly sent: Sent; readonly key: string | undefined; readonly path: string | undefined }[] = [];
    const server = createServer((request, response) => {
      void (async () => {
        const sent = JSON.parse(await text(request)) as Sent;
        seen.push({ sent, key: request.headers.authorization, path: request.url });
        const status = statuses.shift() ?? 200;
        if (status !== 200) {
          response.writeHead(status, { 'retry-after': '0' }).end('not now');
          return;
        }
        const task = sent.messages.find(({ role }) => role === 'user')?.content ?? '';
        const [, name, args] = /^Call (\S+) with these arguments: (.*)$/.exec(task) ?? [];
        const last = sent.messages.at(-1);
        const failed = /^Error|"end":/.test(last?.content ?? '');
        const message =
          last?.role === 'user'
            ? { role: 'assistant', tool_calls: [{ id: 'c', type: 'function', function: { name, arguments: args } }] }
            : { role: 'assistant', content: `${failed ? 'NOT DONE' : 'DONE'}: ${last?.content}` };
        const usage = { prompt_tokens: 100, completion_tokens: 10 };
        response.end(JSON.stringify({ choices: [{ message }], usage }));
      })();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/v1/`;
    const model = openModel({ url, name: 'scripted', key: 'secret', countTokens });
    return { model, seen, close: () => server.close() };
  };

  it('does the tasks with and without the client, and its tokens are counted', async () => {
    const { model, seen, close } = await serveModel({ answers: [429, 503] });
    const { totals, spent, leaks, left } = await runModel({ seeds: [4_711], model, mostTokens: 1e9, countTokens });
    close();
    expect(seen[0]).toMatchObject({ key: 'Bearer secret', path: '/v1/chat/completions' });
    const names = seen[0]?.sent.tools.map((tool) => tool.function.name);
    expect(names).toEqual(expect.arrayContaining(['pay_invoice', 'wait', 'ask_person']));
    expect([leaks, left]).toEqual([[], 0]);
    const recovered = totals.map((one) => one.recovered);
    const [alone, , , withClient] = recovered;
    expect(alone).toBe(0);
    expect(withClient).toBeGreaterThan(25);
    for (const [index, { isRecovering }] of modelPairs.entries())
      if (isRecovering) expect(totals[index]).toMatchObject({ duplicates: 0, unsafe_retries: 0 });
    const [first] = spent;
    expect(first).toMatchObject({ estimated: 0, prompt: 100 * (first?.requests ?? 0) });
    expect(costOf({ prompt: 2_000_000, completion: 500_000 }, [0.5, 2])).toBe(2);
  });

  it('ends between two tasks when its tokens are spent, and fails on a refusal', async () => {
    const { model, close } = await serveModel();
    const { spent, left } = await runModel({ seeds: [4_711], model, mostTokens: 1, countTokens });
    expect(left).toBe(scenariosOf(4_711).length - 1);
    expect(spent.every(({ requests }) => requests > 0)).toBe(true);
    close();
    const refusing = await serveModel({ answers: [401] });
    await expect(refusing.model([], [])).rejects.toThrow('answered 401: not now');
    refusing.close();
  });

  it('has a planted answer found in its task and in a failure', () => {
    const scenario = createScenario(2, 'clean_write');
    const leaksOf = (role: string, content: string) => findPromptLeaks(scenario, [{ role, content }], []);
    expect(leaksOf('user', `Do it: ${scenario.task.answer}`)).toHaveLength(1);
    expect(leaksOf('tool', `Error: ${scenario.task.answer}`)).toHaveLength(1);
    expect(leaksOf('system', 'This is clean_write.')).toHaveLength(1);
    expect(leaksOf('user', 'Call pay_invoice')).toEqual([]);
  });

  it.each([
    [['--model', 'x'], 'Say where the model is'],
    [['--model', 'x', '--endpoint', 'ftp://x'], 'Say where the model is'],
    [['--model', 'x', '--endpoint', 'http://x', '--prices', '1'], 'two prices'],
    [['--model', 'x', '--endpoint', 'http://x', '--most-tokens', 'all'], 'not a number of tokens'],
    [['--model', 'x', '--endpoint', 'http://x', '--write'], 'measured by itself'],
  ])('is refused with %j', (args, words) => {
    expect(readOptions(args)).toContain(words);
  });
});
