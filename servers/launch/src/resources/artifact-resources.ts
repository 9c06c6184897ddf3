import type { Change, Resource, ResourceTemplate } from '@recourse/engine';
import { RunError } from '@recourse/runs';
import type { ArtifactEntry, Runs, RunSummary } from '@recourse/runs';
import { seesRunsOf } from '../tools/overseers.ts';
import type { Overseers } from '../tools/overseers.ts';

/** The newest runs whose artifacts are listed; the artifacts of any run can be read by address. */
const mostRuns = 20;
const defaultPollMs = 1000;

interface Listed {
  /** The principal of the run. */
  readonly owner: string;
  readonly updatedAt: string;
  readonly artifacts: ReadonlyMap<string, ArtifactEntry>;
}

export interface ArtifactResourcesOptions {
  readonly runs: Runs;
  readonly pipeline: string;
  readonly overseers: Overseers;
  /** How often the store is asked for changes. */
  readonly pollMs?: number;
  readonly onChange: (change: Change) => void;
}

export interface ArtifactResources {
  list(): readonly Resource[];
  readonly templates: readonly ResourceTemplate[];
  /** Looks for changes now. */
  refresh(): Promise<void>;
  /** Looks for changes from time to time, until `close`. */
  start(): void;
  close(): void;
}

export const artifactUri = (run_id: string, key: string): string =>
  `resource://run/${run_id}/${key.split('/').map(encodeURIComponent).join('/')}`;

/** The artifacts of runs as documents. Lists are synchronous, so that the newest runs are kept at hand. */
export const createArtifactResources = (options: ArtifactResourcesOptions): ArtifactResources => {
  const { runs, pipeline, pollMs = defaultPollMs, onChange } = options;
  let known: ReadonlyMap<string, Listed> = new Map();
  let hasLooked = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    const newest = await runs.list({ pipeline, limit: mostRuns });
    const next = new Map<string, Listed>();
    for (const run of newest) {
      const before = known.get(run.run_id);
      next.set(run.run_id, before?.updatedAt === run.updated_at ? before : await readListed(runs, run));
    }
    // The first look finds everything new, and has missed nothing that a client could wait for.
    const changes = hasLooked ? changesBetween(known, next) : [];
    hasLooked = true;
    known = next;
    for (const change of changes) onChange(change);
  };
  const refresh = (): Promise<void> =>
    (looking ??= look().finally(() => {
      looking = undefined;
    }));

  return {
    list: () =>
      [...known].flatMap(([run_id, { owner, artifacts }]) =>
        [...artifacts].map(([key, entry]) => ({ ...resourceOf(runs, run_id, key, entry), owner })),
      ),
    templates: [
      template(options, 'resource://run/{run_id}/{name}', 'An artifact of a run, such as page_plan.json.'),
      template(
        options,
        'resource://run/{run_id}/{name}/{scope}',
        'An artifact of one section, such as draft.json/docs.',
      ),
    ],
    refresh,
    start: () => {
      // A store that is away is asked again.
      timer ??= setInterval(() => void refresh().catch(() => undefined), pollMs);
      timer.unref();
    },
    close: () => clearInterval(timer),
  };
};

const readListed = async (runs: Runs, { run_id, principal, updated_at }: RunSummary): Promise<Listed> => {
  const { artifacts } = await runs.status(run_id);
  return {
    owner: principal,
    updatedAt: updated_at,
    artifacts: new Map(artifacts.map(({ key, ...entry }) => [key, entry])),
  };
};

/** The list of an owner has changed if addresses came or went; an artifact if it is new or its content has changed. */
const changesBetween = (before: ReadonlyMap<string, Listed>, after: ReadonlyMap<string, Listed>): readonly Change[] => {
  const [old, now] = [hashesOf(before), hashesOf(after)];
  const appeared = [...now].filter(([uri]) => !old.has(uri));
  const vanished = [...old].filter(([uri]) => !now.has(uri));
  const owners = new Set([...appeared, ...vanished].map(([, { owner }]) => owner));
  const changed = [...now].filter(([uri, { sha256 }]) => old.get(uri)?.sha256 !== sha256);
  return [
    ...[...owners].map((owner) => ({ list: 'resources' as const, owner })),
    ...changed.map(([resource, { owner }]) => ({ resource, owner })),
  ];
};

const hashesOf = (known: ReadonlyMap<string, Listed>) =>
  new Map(
    [...known].flatMap(([run_id, { owner, artifacts }]) =>
      [...artifacts].map(([key, { sha256 }]) => [artifactUri(run_id, key), { owner, sha256 }] as const),
    ),
  );

const resourceOf = (runs: Runs, run_id: string, key: string, { content_type, bytes }: ArtifactEntry): Resource => ({
  uri: artifactUri(run_id, key),
  name: `${run_id}/${key}`,
  mimeType: content_type,
  size: bytes,
  read: async () => contentsOf(await runs.artifact(run_id, key)),
});

const template = (options: ArtifactResourcesOptions, uriTemplate: string, description: string): ResourceTemplate => ({
  uriTemplate,
  name: uriTemplate.endsWith('{scope}') ? 'run_section_artifact' : 'run_artifact',
  description,
  read: async ({ run_id = '', name = '', scope }, _, reader) => {
    const { runs, pipeline, overseers } = options;
    try {
      const run = await runs.find(run_id);
      if (run.pipeline !== pipeline || !reader || !seesRunsOf(overseers, reader.id, run.principal)) return undefined;
      return contentsOf(await runs.artifact(run_id, scope === undefined ? name : `${name}/${scope}`));
    } catch (error) {
      if (error instanceof RunError && error.failure.category === 'not_found') return undefined;
      throw error;
    }
  },
});

const contentsOf = ({ content, content_type }: ArtifactEntry & { readonly content: Uint8Array }) =>
  content_type.startsWith('text/') || content_type.startsWith('application/json')
    ? Buffer.from(content).toString()
    : content;
