import { randomInt } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer, defineTool } from '@recourse/engine';
import type { CallEvent } from '@recourse/engine/events';
import { isJsonObject } from '@recourse/contract';
import { repetitions } from '@recourse/testkit/repetitions';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStores } from '../open-stores.ts';
import type { Stores } from '../stores.ts';
import { askAll, longMs, sharer } from './shared-stores.ts';
import type { OpenShared } from './shared-stores.ts';

const program = 'server-process.mjs';
const keys = repetitions({ atLeast: 10, full: 200 });
const kills = repetitions({ atLeast: 4, full: 200 });
const times = 16;

interface Answer {
  readonly ok: boolean;
  readonly code?: string;
  readonly token?: string;
}

/** Runs the suite for several servers that share the stores and are killed. */
export const describeServers = (name: string, open: OpenShared): void => {
  describe(`several servers: ${name}`, () => {
    const { share, start, startAll } = sharer(open);
    let folder = '';
    let ledger = '';
    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'recourse-ledger-'));
      ledger = path.join(folder, 'lines.txt');
    });
    afterEach(() => rm(folder, { recursive: true, force: true }));

    /** How often each line was written. */
    const written = (): ReadonlyMap<string, number> => {
      const counts = new Map<string, number>();
      const lines = existsSync(ledger) ? readFileSync(ledger, 'utf8').split('\n').slice(0, -1) : [];
      for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
      return counts;
    };

    it(
      `make a call with an idempotency key once: 4 × ${times} at the same moment`,
      async () => {
        const { settings } = await share();
        const all = await startAll(program, settings, ledger);
        for (let index = 0; index < keys; index += 1) {
          const line = `line ${index}`;
          const task = { task: 'call', tool: 'add_line', line, meta: { idempotency_key: line }, times };
          const answers = ((await askAll(all, task)) as readonly (readonly Answer[])[]).flat();
          expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(0);
          expect(new Set(answers.filter(({ ok }) => !ok).map(({ code }) => code)).size).toBeLessThanOrEqual(1);
          for (const { ok, code } of answers) if (!ok) expect(code).toBe('CONFLICT_IN_FLIGHT');
        }
        expect([...written().values()]).toEqual(Array.from({ length: keys }, () => 1));
      },
      longMs,
    );

    it(
      'make the call that was approved in another process once, however often it is repeated',
      async () => {
        const { stores, settings } = await share();
        const all = await startAll(program, settings, ledger);
        const ask = async (line: string): Promise<readonly Answer[]> => {
          const answers = await askAll(all, { task: 'call', tool: 'burn_line', line, times });
          return (answers as readonly (readonly Answer[])[]).flat();
        };
        const asked = await ask('the letter');
        expect(new Set(asked.map(({ code }) => code))).toEqual(new Set(['CONFIRMATION_REQUIRED']));
        expect(new Set(asked.map(({ token }) => token)).size).toBe(1);
        const pending = await stores.approvals.list();
        expect(pending).toMatchObject([{ operation: 'burn_line', arguments: { line: 'the letter' } }]);
        expect(await stores.approvals.approve(pending[0]?.id ?? '', { decided_by: 'grace', via: 'key' })).toBe(
          'approved',
        );
        expect((await ask('another letter')).filter(({ ok }) => ok)).toEqual([]);
        expect((await ask('the letter')).filter(({ ok }) => ok)).toHaveLength(1);
        expect((await ask('the letter')).filter(({ ok }) => ok)).toEqual([]);
        expect([...written()]).toEqual([['the letter', 1]]);
      },
      longMs,
    );

    it(
      'have on record what they have answered, and make no call twice, killed repeatedly under load',
      async () => {
        const { stores, settings } = await share();
        const heard = { sent: new Set<string>(), answered: new Set<string>(), broken: new Set<string>() };
        let lastRound: readonly string[] = [];
        for (let round = 0; round < kills; round += 1) {
          const sentBefore = heard.sent.size;
          const server = await start(program, settings, ledger);
          await new Promise<void>((resolve) => {
            server.hear({ task: 'work', lanes: 8 }, ({ what, which }) => {
              if (what === 'sent' || what === 'answered' || what === 'broken') heard[what].add(which);
              if (what === 'answered') resolve();
            });
          });
          await pause(randomInt(0, 40));
          await server.kill();
          lastRound = [...heard.sent].slice(sentBefore);
        }
        expect([...heard.broken]).toEqual([]);
        const atOnce = serve(stores, ledger);
        for (const line of lastRound) {
          const isClaimed = written().has(line) && !heard.answered.has(line);
          const outcome = await atOnce(line);
          // A system that can prove the process gone says so at once; any other waits for the lease to end.
          if (isClaimed && !outcome.ok)
            expect(['CONFLICT_IN_FLIGHT', 'CONFLICT_OUTCOME_UNKNOWN']).toContain(outcome.code);
        }
        expectOnRecord(await readAll(stores), heard.answered);
        const before = written();
        expect(Math.max(...before.values())).toBe(1);

        const later = await openStores({ ...settings, now: () => Date.now() + 60_000 }, {});
        const repeat = serve(later, ledger);
        const ends = { kept: 0, unknown: 0, made: 0 };
        for (const line of heard.sent) {
          const outcome = await repeat(line);
          if (outcome.ok) ends[before.has(line) ? 'kept' : 'made'] += 1;
          else {
            expect(heard.answered.has(line)).toBe(false);
            expect(outcome).toMatchObject({ code: 'CONFLICT_OUTCOME_UNKNOWN', effect: 'unknown', recovery: 'verify' });
            expect(await repeat(line)).toMatchObject({ code: 'CONFLICT_OUTCOME_UNKNOWN', effect: 'unknown' });
            ends.unknown += 1;
          }
        }
        await later.close();
        expect(Math.max(...written().values())).toBe(1);
        expect(ends.kept).toBeGreaterThanOrEqual(heard.answered.size);
        // A few kills may all come between two calls; many cannot.
        if (kills >= 100) expect(Math.min(ends.unknown, ends.made)).toBeGreaterThan(0);
      },
      longMs,
    );
  });
};

/** The same server within this process. */
const serve = (stores: Stores, ledger: string) => {
  const addLine = defineTool({
    name: 'add_line',
    description: 'Writes a line.',
    input: { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] },
    operation: 'command',
    danger: 'reversible',
    errors: [],
    run: ({ arguments: { line } }) => {
      appendFileSync(ledger, `${String(line)}\n`);
      return { line: String(line) };
    },
  });
  const server = createServer({ name: 'lines', tools: [addLine], stores });
  return (line: string) =>
    server.call({
      tool: 'add_line',
      arguments: { line },
      meta: { idempotency_key: line },
      caller: { transport: 'stdio', local: true },
    });
};

const readAll = async ({ events }: Stores): Promise<readonly CallEvent[]> => {
  const all: CallEvent[] = [];
  for (let after = 0; ;) {
    const some = await events.read({ after });
    all.push(...some);
    const last = some.at(-1);
    if (!last) return all;
    after = last.position;
  }
};

/** Each call that was answered has its beginning and its end on record, once. */
const expectOnRecord = (events: readonly CallEvent[], answered: ReadonlySet<string>): void => {
  expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(events.length);
  const spans = (type: CallEvent['type']) =>
    events.filter((event) => event.type === type).map(({ span_id }) => span_id);
  const begun = new Set(spans('TOOL_CALL_STARTED'));
  const ended = new Map<string, number>();
  for (const { type, span_id, data } of events) {
    const given = data['arguments'];
    if (type !== 'TOOL_CALL_FINISHED' || !isJsonObject(given)) continue;
    expect(begun.has(span_id)).toBe(true);
    const line = String(given['line']);
    ended.set(line, (ended.get(line) ?? 0) + 1);
  }
  for (const line of answered) expect(ended.get(line)).toBe(1);
  expect(begun.size).toBe(spans('TOOL_CALL_STARTED').length);
};
