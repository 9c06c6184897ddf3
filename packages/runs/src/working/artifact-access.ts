import type { RunStore, StoredArtifact } from '@recourse/stores';
import { fail, RunError, runSubject } from '../failing.ts';
import type { ArtifactEntry, Snapshot } from '../model/snapshot.ts';
import { onlyScope } from '../model/work-item.ts';
import { sha256Of } from '../pipeline/artifact-kinds.ts';
import type { ArtifactKind, ArtifactProblem } from '../pipeline/artifact-kinds.ts';
import type { ArtifactReader } from '../pipeline/work-context.ts';
import { artifactKey } from '../record/apply-event.ts';

/** Reads the content of an artifact and checks it against its hash. */
export const readArtifact = async (
  store: RunStore,
  runId: string,
  key: string,
  entry: ArtifactEntry,
): Promise<Uint8Array> => {
  const bytes = await store.artifact(entry.sha256);
  const problem = bytes === undefined ? 'missing' : sha256Of(bytes) === entry.sha256 ? undefined : 'changed';
  if (bytes === undefined || problem !== undefined) {
    const details = { artifact_name: key, problem: problem ?? 'missing' } as const;
    throw new RunError(fail('RUN_ARTIFACT_DAMAGED', details, { subject: runSubject(runId) }));
  }
  return bytes;
};

/** Finds an artifact in the index of a run, or throws ARTIFACT_NOT_FOUND with the names that there are. */
export const findArtifact = ({ run_id, artifacts }: Snapshot, key: string): ArtifactEntry => {
  const entry = Object.hasOwn(artifacts, key) ? artifacts[key] : undefined;
  if (entry) return entry;
  const available = Object.keys(artifacts).sort().slice(0, 50);
  const details = { artifact_name: key, ...(available.length > 0 && { available }) };
  throw new RunError(fail('ARTIFACT_NOT_FOUND', details, { subject: runSubject(run_id), effect: 'none' }));
};

/** Reads artifacts for a worker. Without a scope it reads the artifact of the worker's own scope, if there is one. */
export const createReader = (store: RunStore, snapshot: Snapshot, ownScope: string): ArtifactReader => {
  const keyOf = (name: string, scope?: string): string => {
    if (scope !== undefined) return artifactKey(name, scope);
    const own = artifactKey(name, ownScope);
    return Object.hasOwn(snapshot.artifacts, own) ? own : artifactKey(name, onlyScope);
  };
  const bytes = (name: string, scope?: string): Promise<Uint8Array> => {
    const key = keyOf(name, scope);
    return readArtifact(store, snapshot.run_id, key, findArtifact(snapshot, key));
  };
  const text = async (name: string, scope?: string): Promise<string> =>
    Buffer.from(await bytes(name, scope)).toString();
  return {
    bytes,
    text,
    json: async <Value>(name: string, scope?: string) => JSON.parse(await text(name, scope)) as Value,
    scopes: (name) =>
      Object.values(snapshot.artifacts)
        .filter((entry) => entry.name === name)
        .map(({ scope }) => scope)
        .sort(),
    has: (name, scope) => Object.hasOwn(snapshot.artifacts, keyOf(name, scope)),
  };
};

interface EncodedArtifact extends StoredArtifact {
  readonly name: string;
  readonly content_type: string;
}

export type EncodedAll =
  | { readonly ok: true; readonly artifacts: readonly EncodedArtifact[] }
  | { readonly ok: false; readonly problems: readonly ArtifactProblem[] };

/** An artifact is one row of the store, and is read into memory whole. */
const longestArtifact = 64 * 1024 * 1024;

/** Checks what a worker returned: exactly the artifacts that it declares, each of its kind. */
export const encodeMade = (
  made: unknown,
  makes: readonly string[],
  kinds: Readonly<Record<string, ArtifactKind>>,
): EncodedAll => {
  if (makes.length === 0 && made === undefined) return { ok: true, artifacts: [] };
  if (typeof made !== 'object' || made === null || Array.isArray(made)) {
    return refuse('', 'type', 'must be an object with the artifacts that the step makes');
  }
  const extra = Object.keys(made).filter((name) => !makes.includes(name));
  if (extra.length > 0)
    return refuse(`/${extra[0] ?? ''}`, 'additionalProperties', 'is not an artifact that the step makes');
  const artifacts: EncodedArtifact[] = [];
  for (const name of makes) {
    const kind = kinds[name];
    if (!kind || !Object.hasOwn(made, name)) return refuse(`/${name}`, 'required', 'is missing');
    const encoded = kind.encode((made as Record<string, unknown>)[name]);
    if (!encoded.ok) {
      const problems = encoded.problems.map((problem) => ({ ...problem, path: `/${name}${problem.path}` }));
      return { ok: false, problems };
    }
    const { bytes } = encoded;
    if (bytes.byteLength > longestArtifact)
      return refuse(`/${name}`, 'maxLength', `must have at most ${longestArtifact} bytes`);
    artifacts.push({ name, content_type: kind.content_type, sha256: sha256Of(bytes), bytes });
  }
  return { ok: true, artifacts };
};

const refuse = (path: string, keyword: string, message: string): EncodedAll => ({
  ok: false,
  problems: [{ path, keyword, message }],
});
