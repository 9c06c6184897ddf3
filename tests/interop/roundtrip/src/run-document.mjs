import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { aqlEntry, isGood, parseAdapter } from '@recourse/server-aql';
import { generateAdapter } from '@recourse/server-aql/generate';
import { callOperation } from './call-operation.mjs';
import { openDocument } from './open-document.mjs';
import { createPlanner } from './plan-calls.mjs';
import { startRecorder } from './recorder.mjs';
import { createValidator } from './validate.mjs';
import { createValues } from './values.mjs';

/**
 * Generates the adapters of one document and calls their operations: all of them, a sample that is always the same, or
 * only one. `tamper` changes recorded requests before they are checked, to show that the checks can fail.
 */
export const runDocument = async (file, { sample, only, tamper } = {}) => {
  const text = readFileSync(file, 'utf8');
  const opened = openDocument(text);
  const validator = createValidator(opened.document);
  const recorder = await startRecorder({ tamper });
  const result = {
    operations: opened.operations.length,
    written: 0,
    called: 0,
    sendable: 0,
    reasons: {},
    failures: [],
    unplanned: [],
  };
  try {
    const generated = await generateAdapter(text, { baseUrl: recorder.url }).catch((error) => ({ error }));
    if (generated.error) return { ...result, refused: generated.error.message };
    result.reasons = generated.report.reasons;
    const adapters = [generated, ...generated.more].map(load);
    const sources = new Map(
      generated.report.written.map(({ adapter, name, operation }) => [`${adapter} ${name}`, operation]),
    );
    const all = adapters.flatMap(({ loaded }) => loaded.adapter.operations);
    result.written = all.length;
    const chosen = chooseFrom(all, { sample });
    for (const adapter of adapters) {
      await callAdapter(adapter, { ...opened, validator, recorder, result, only, chosen, sources });
    }
    return result;
  } finally {
    validator.close();
    await recorder.close();
  }
};

/** The adapter as its operator would have it who has read it: trusted. */
const load = ({ text }) => {
  const trusted = text.replace('level: generated', 'level: certified');
  const loaded = parseAdapter('adapter.md', trusted);
  if (!isGood(loaded)) throw new Error(JSON.stringify(loaded.problems[0]));
  return { text: trusted, loaded };
};

const chooseFrom = (operations, { sample }) => {
  if (sample === undefined || operations.length <= sample) return new Set(operations);
  const rank = ({ name }) => createHash('sha256').update(name).digest('hex');
  return new Set(operations.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, sample));
};

const callAdapter = async ({ text, loaded }, context) => {
  const { operations, schemes, follow, validator, recorder, result, only, chosen, sources } = context;
  const { adapter } = loaded;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'roundtrip-'));
  const file = path.join(folder, 'adapter.md');
  writeFileSync(file, text);
  const environment = Object.fromEntries(
    [...text.matchAll(/_env: (\w+)/g)].map(([, name]) => [name, `secret-${name.toLowerCase()}`]),
  );
  const danger = Object.fromEntries(adapter.operations.map(({ name }) => [name, 'safe']));
  const { server, close } = await aqlEntry(
    { ...loaded, file, adapter: { ...adapter, apiLimits: [] } },
    { mode: 'single', watch: { intervalMs: 3_600_000 } },
  ).start({
    options: {},
    adapters: { [adapter.name]: { trust: 'certified', danger } },
    environment,
    cwd: folder,
    notify: () => undefined,
  });
  const values = createValues(follow);
  const calling = {
    server,
    recorder,
    validator,
    schemes,
    plan: createPlanner({ follow, validator }),
    combine: (schema) => values.combine(schema, { variant: 0, depth: 0 }),
    credentials: Object.values(environment),
  };
  const originals = new Map(operations.map((operation) => [operation.id, operation]));
  try {
    for (const operation of adapter.operations) {
      const original = originals.get(sources.get(`${adapter.name} ${operation.name}`));
      if (!chosen.has(operation) || (only !== undefined && original?.id !== only)) continue;
      record(result, operation, original, original && (await callOperation(operation, original, calling)));
    }
  } finally {
    await close?.();
    rmSync(folder, { recursive: true, force: true });
  }
};

const record = (result, { method, path: at, name }, original, outcome) => {
  result.called += 1;
  if (!outcome) {
    result.failures.push({ operation: `${method} ${at}`, name, problems: ['is not in the document'] });
    return;
  }
  const { problems, unplanned, checked } = outcome;
  if (problems.length > 0) result.failures.push({ operation: original.id, name, problems });
  else if (checked > 0) result.sendable += 1;
  if (unplanned.length > 0) result.unplanned.push({ operation: original.id, name, problems: unplanned, checked });
};
