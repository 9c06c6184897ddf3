import type { RunStore } from '@recourse/stores';
import { z } from 'zod';
import { fail, RunError, runSubject } from '../failing.ts';
import type { RunEvent } from '../model/run-event.ts';
import type { ArtifactEntry } from '../model/snapshot.ts';
import { sha256Of } from '../pipeline/artifact-kinds.ts';
import { writeSnapshot } from '../record/journal.ts';
import { loadRun, readEvents } from '../record/load-run.ts';
import { verifyEvidence } from './verify-run.ts';
import type { RunProblem, RunVerification } from './verify-run.ts';
import { readZip, writeZip, ZipError } from './zip.ts';
import type { ZipEntry } from './zip.ts';

const format = 'recourse-run';
const mostUnpacked = 2 ** 31;

const manifestSchema = z.object({
  format: z.literal(format),
  version: z.literal(1),
  run_id: z.string(),
  pipeline: z.string(),
  state: z.string(),
  config_hash: z.string(),
  last_event: z.int(),
  head: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })),
});
type Manifest = z.output<typeof manifestSchema>;

/** Writes everything about a run into one zip file, with a manifest of hashes. Equal runs make equal files. */
export const exportRun = async (store: RunStore, id: string): Promise<Buffer> => {
  const { row, snapshot } = await loadRun(store, id);
  const events = (await readEvents(store, id)).filter(({ number }) => number <= row.last_event);
  if (events.length !== row.last_event) {
    const details = { problem: 'events are missing' };
    throw new RunError(fail('RUN_RECORD_BROKEN', details, { subject: runSubject(id) }));
  }
  const hashes = [...new Set(writtenIn(events).map(({ sha256 }) => sha256))].sort();
  const artifacts: ZipEntry[] = [];
  for (const sha256 of hashes) {
    const content = await store.artifact(sha256);
    // A verification of the bundle names what is missing.
    if (content) artifacts.push({ path: `artifacts/${sha256}`, content });
  }
  const files: readonly ZipEntry[] = [
    { path: 'config.json', content: Buffer.from(row.config) },
    { path: 'events.ndjson', content: Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join('')) },
    { path: 'snapshot.json', content: Buffer.from(writeSnapshot(snapshot)) },
    ...artifacts,
  ];
  const manifest: Manifest = {
    format,
    version: 1,
    run_id: id,
    pipeline: row.pipeline,
    state: row.state,
    config_hash: row.config_hash,
    last_event: row.last_event,
    head: row.head,
    files: files.map(({ path, content }) => ({ path, bytes: content.byteLength, sha256: sha256Of(content) })),
  };
  return writeZip([
    { path: 'manifest.json', content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    ...files,
  ]);
};

/** Verifies a bundle, on any machine. Throws a ZipError if the file is not a bundle. */
export const verifyBundle = async (file: Uint8Array): Promise<RunVerification> => {
  const entries = readZip(file, mostUnpacked);
  const manifest = readManifest(entries.get('manifest.json'));
  const textOf = (path: string): string => entries.get(path)?.toString() ?? '';
  const verification = await verifyEvidence({
    run_id: manifest.run_id,
    config: textOf('config.json'),
    events: readLines(textOf('events.ndjson')),
    stated: manifest,
    snapshot: textOf('snapshot.json'),
    snapshot_event: manifest.last_event,
    artifact: (sha256) => Promise.resolve(entries.get(`artifacts/${sha256}`)),
  });
  const problems = [...fileProblems(manifest, entries), ...verification.problems];
  return { ...verification, ok: problems.length === 0, problems };
};

const readManifest = (content: Buffer | undefined): Manifest => {
  if (!content) throw new ZipError('The zip file has no manifest.json: it is not a run bundle');
  try {
    return manifestSchema.parse(JSON.parse(content.toString()));
  } catch (error) {
    throw new ZipError('manifest.json is not a run manifest', { cause: error });
  }
};

const readLines = (text: string): readonly RunEvent[] => {
  try {
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as RunEvent);
  } catch (error) {
    throw new ZipError('events.ndjson is damaged', { cause: error });
  }
};

/** Files that are missing, changed, or in no manifest. */
const fileProblems = (manifest: Manifest, entries: ReadonlyMap<string, Buffer>): readonly RunProblem[] => {
  const problem = (place: string, text: string): RunProblem => ({ part: 'file', place, problem: text });
  const listed = new Set(['manifest.json', ...manifest.files.map(({ path }) => path)]);
  return [
    ...manifest.files.flatMap(({ path, sha256 }) => {
      const content = entries.get(path);
      if (!content) return [problem(path, 'is missing')];
      return sha256Of(content) === sha256 ? [] : [problem(path, 'was changed')];
    }),
    ...[...entries.keys()].filter((path) => !listed.has(path)).map((path) => problem(path, 'is not in the manifest')),
  ];
};

const writtenIn = (events: readonly RunEvent[]): readonly ArtifactEntry[] =>
  events.filter(({ type }) => type === 'ARTIFACT_WRITTEN').map(({ payload }) => payload as unknown as ArtifactEntry);
