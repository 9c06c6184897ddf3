import { afterEach, describe, expect, it } from 'vitest';
import type { Citations, ValidationReport } from '../artifacts.ts';
import type { GivenRunConfig } from '../config/run-config.ts';
import type { PatchBundle } from '../patching/patch.ts';
import { openLaunchPlace } from '../testing/launch-place.ts';
import type { LaunchPlace } from '../testing/launch-place.ts';
import { createModelClient } from './client/create-model-client.ts';
import type { ModelAccess } from './client/model-access.ts';
import type { LlmCalls, Prose } from './prose.ts';
import { startAnswers } from './testing/answer-server.ts';
import type { AnswerServer } from './testing/answer-server.ts';

/** Whole launches, on a machine that may be busy. */
const longMs = 10 * 60_000;
const canary = 'sk-canary-2b7e151628ae';
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Opened {
  readonly place: LaunchPlace;
  readonly runs: ReturnType<LaunchPlace['openRuns']>;
  readonly server: AnswerServer;
  readonly llm: NonNullable<GivenRunConfig['llm']>;
}

const open = async (answer: string, access?: ModelAccess): Promise<Opened> => {
  const place = await openLaunchPlace();
  closing.push(() => place.close());
  const server = await startAnswers(answer);
  closing.push(() => server.close());
  const model = createModelClient({
    access: access ?? { endpoints: [{ url: server.url, keyName: 'MODEL_KEY', key: canary }], loopback: false },
    pause: () => Promise.resolve(),
  });
  const runs = place.openRuns({ model });
  await runs.work();
  return { place, runs, server, llm: { api_base_url: server.url, model: 'small', api_key_env: 'MODEL_KEY' } };
};

const rest = async ({ place, runs }: Opened, changes: Partial<GivenRunConfig>, key: string) => {
  const { run_id } = await runs.start('launch', { ...place.config, ...changes }, { key });
  return runs.wait(run_id);
};

const jsonOf = async <Value>({ runs }: Opened, id: string, name: string): Promise<Value> =>
  JSON.parse(Buffer.from((await runs.artifact(id, name)).content).toString()) as Value;

describe('a launch with a language model', { timeout: longMs }, () => {
  it('publishes cited sentences of the model, with evidence of each request and no key', async () => {
    const opened = await open('introduction');
    const { runs, server, llm } = opened;
    const status = await rest(opened, { llm }, 'one');
    expect(status.open_issues.filter(({ severity }) => severity !== 'warn' && severity !== 'info')).toEqual([]);
    expect(status).toMatchObject({ state: 'READY_FOR_PR', failure: null });
    const id = status.run_id;
    const proses = await Promise.all(
      ['products', 'docs'].map((name) => jsonOf<Prose>(opened, id, `prose.json/${name}`)),
    );
    const written = proses.flatMap(({ pages }) => pages).filter(({ markdown }) => markdown !== '');
    expect(written.length).toBeGreaterThan(2);
    const { patches } = await jsonOf<PatchBundle>(opened, id, 'patch_bundle.json');
    const citations = await jsonOf<Citations>(opened, id, 'citations.json');
    for (const { path, markdown, sentences } of written) {
      const patch = patches.find((one) => one.path === path);
      expect(patch && 'new_content' in patch ? patch.new_content : '').toContain(markdown);
      const cited = citations.pages.find((page) => page.path === path)?.sentences ?? [];
      expect(cited).toEqual(expect.arrayContaining(sentences));
    }
    const events = await runs.events(id);
    const count = (type: string): number => events.filter((event) => event.type === type).length;
    expect(count('LLM_CALL_STARTED')).toBe(server.requests.length);
    expect(count('LLM_CALL_FINISHED')).toBe(server.requests.length);
    const calls = await jsonOf<LlmCalls>(opened, id, 'llm_calls.json/docs');
    expect(calls.calls.length).toBeGreaterThan(0);
    expect(status.spent).toMatchObject({ llm_calls: server.requests.length, external_calls: server.requests.length });
    expect(server.requests.every(({ headers }) => headers.authorization === `Bearer ${canary}`)).toBe(true);

    await runs.request(id, 'publish');
    expect(await runs.wait(id)).toMatchObject({ state: 'DONE' });
    // The publication runs the first step again, and asks the model nothing.
    expect(server.requests).toHaveLength(count('LLM_CALL_STARTED'));
    expect(await runs.verify(id)).toMatchObject({ ok: true });
    const bundle = Buffer.from(await runs.export(id)).toString('latin1');
    const artifacts = await Promise.all(
      status.artifacts.map(async ({ key }) => Buffer.from((await runs.artifact(id, key)).content).toString()),
    );
    expect([bundle, JSON.stringify(events), JSON.stringify(status), ...artifacts].join('\n')).not.toContain(canary);
  });

  it.each([
    ['server-error', 'unavailable'],
    ['garbage', 'invalid_output'],
  ])('writes the same pages as without it after %s, and warns', async (answer, reason) => {
    const opened = await open(answer);
    const failed = await rest(opened, { llm: opened.llm }, 'one');
    const plain = await rest(opened, {}, 'two');
    expect(failed.state).toBe('READY_FOR_PR');
    const report = await jsonOf<ValidationReport>(opened, failed.run_id, 'validation_report.json');
    expect(report.ok).toBe(true);
    expect(report.gates.find(({ name }) => name === 'prose')).toMatchObject({ ok: true });
    const warnings = report.issues.filter(({ error_code }) => error_code === 'GATE_PROSE_MISSING');
    expect(warnings.every(({ severity, location }) => severity === 'warn' && location !== undefined)).toBe(true);
    const proses = await Promise.all(
      ['products', 'docs', 'reference'].map((name) => jsonOf<Prose>(opened, failed.run_id, `prose.json/${name}`)),
    );
    expect(proses.flatMap(({ pages }) => pages.map((page) => page.reason))).toContain(reason);
    const known = new Set(['validation_report.json', 'prose.json', 'llm_calls.json']);
    const hashes = ({ artifacts }: typeof plain) =>
      artifacts.filter(({ name }) => !known.has(name)).map(({ key, sha256 }) => [key, sha256]);
    expect(hashes(failed)).toEqual(hashes(plain));
    // Without a model there is no trace of it.
    expect(plain.artifacts.some(({ name }) => name === 'prose.json' || name === 'llm_calls.json')).toBe(false);
    const before = await jsonOf<ValidationReport>(opened, plain.run_id, 'validation_report.json');
    expect(before.gates.map(({ name }) => name)).not.toContain('prose');
    expect(plain.spent).not.toHaveProperty('llm_calls');
  });

  it.each([
    ['budgets.max_llm_calls', { max_llm_calls: 2 }],
    ['budgets.max_llm_tokens', { max_llm_tokens: 200 }],
  ])('stops with BUDGET_EXCEEDED when %s is used up', async (budget, budgets) => {
    const opened = await open('introduction');
    const status = await rest(opened, { llm: opened.llm, budgets }, 'one');
    expect(status).toMatchObject({ state: 'FAILED', failure: { code: 'BUDGET_EXCEEDED', details: { budget } } });
    expect(opened.server.requests.length).toBeLessThanOrEqual(2);
  });

  it('sends nothing to an endpoint or with a key that the operator has not allowed', async () => {
    const opened = await open('introduction', { endpoints: [], loopback: true });
    const keyed = await rest(opened, { llm: opened.llm }, 'one');
    const elsewhere = { api_base_url: 'http://models.example/v1', model: 'small' };
    const remote = await rest(opened, { llm: elsewhere }, 'two');
    for (const [status, reason] of [
      [keyed, 'key_not_allowed'],
      [remote, 'endpoint_not_allowed'],
    ] as const) {
      expect(status.state).toBe('READY_FOR_PR');
      const { pages } = await jsonOf<Prose>(opened, status.run_id, 'prose.json/docs');
      expect(pages.filter(({ failed }) => failed).map((page) => page.reason)).toContain(reason);
    }
    expect(opened.server.requests).toEqual([]);
  });

  it('stops asking when the run is cancelled', async () => {
    const opened = await open('hang');
    const { runs, server, place, llm } = opened;
    const { run_id } = await runs.start('launch', { ...place.config, llm });
    await expect.poll(() => server.requests.length, { timeout: longMs }).toBeGreaterThan(0);
    await runs.cancel(run_id);
    const status = await runs.wait(run_id);
    expect(status.state).toBe('CANCELLED');
    const asked = server.requests.length;
    await runs.close();
    expect(server.requests).toHaveLength(asked);
  });
});
