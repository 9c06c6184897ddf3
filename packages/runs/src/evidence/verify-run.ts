import { hash } from 'node:crypto';
import type { RunStore, RunWithSnapshot } from '@recourse/stores';
import type { RunEvent } from '../model/run-event.ts';
import type { ArtifactEntry, Snapshot } from '../model/snapshot.ts';
import { sha256Of } from '../pipeline/artifact-kinds.ts';
import { applyEvent } from '../record/apply-event.ts';
import { writeSnapshot } from '../record/journal.ts';
import { findRow, readEvents } from '../record/load-run.ts';
import { followChain } from '../record/run-chain.ts';

/** A difference that a verification found, and its place. */
export interface RunProblem {
  readonly part: 'events' | 'snapshot' | 'artifact' | 'config' | 'row' | 'file';
  /** The number of an event, the key of an artifact, or the path of a file in a bundle. */
  readonly place: string;
  readonly problem: string;
}

export interface RunVerification {
  readonly ok: boolean;
  readonly run_id: string;
  readonly events: number;
  readonly artifacts: number;
  /** The hash of the newest event. A caller that has noted it knows that nothing before it was changed. */
  readonly head: string;
  readonly problems: readonly RunProblem[];
}

/** All that a verification looks at, from a store or from a bundle. */
export interface Evidence {
  readonly run_id: string;
  readonly config: string;
  readonly events: readonly RunEvent[];
  /** Facts about the run that the store or the bundle states besides its events. */
  readonly stated: Pick<RunWithSnapshot, 'state' | 'config_hash' | 'head' | 'last_event'>;
  /** The stored snapshot and the number of its newest event. */
  readonly snapshot: string | null;
  readonly snapshot_event: number;
  artifact(sha256: string): Promise<Uint8Array | undefined>;
}

/** Verifies a run in a store. */
export const verifyRun = async (store: RunStore, id: string): Promise<RunVerification> => {
  const row = await findRow(store, id);
  // Events that came after the row was read are left for the next verification.
  const events = (await readEvents(store, id)).filter(({ number }) => number <= row.last_event);
  return verifyEvidence({
    run_id: id,
    config: row.config,
    events,
    stated: row,
    snapshot: row.snapshot,
    snapshot_event: row.snapshot_event,
    artifact: (sha256) => store.artifact(sha256),
  });
};

/** Derives everything from the events and compares it with what is stored. */
export const verifyEvidence = async (evidence: Evidence): Promise<RunVerification> => {
  const { run_id, events, stated } = evidence;
  const { head, problem } = followChain(run_id, events);
  const problems: RunProblem[] = problem
    ? [{ part: 'events', place: String(problem.number), problem: problem.problem }]
    : [];
  if (!problem && (head !== stated.head || events.length !== stated.last_event)) {
    const said = `found ${events.length} events with the final hash ${head.slice(0, 12)}, but ${stated.last_event} events with the final hash ${stated.head.slice(0, 12)} were recorded`;
    problems.push({ part: 'events', place: String(events.length), problem: said });
  }
  const derived = derive(evidence);
  problems.push(...derived.problems);
  if (derived.snapshot) problems.push(...compareWithRow(evidence, derived.snapshot));
  const artifacts = artifactsOf(events);
  for (const [key, entry] of artifacts) {
    const found = await problemOfArtifact(evidence, entry);
    if (found !== undefined) problems.push({ part: 'artifact', place: key, problem: found });
  }
  return { ok: problems.length === 0, run_id, events: events.length, artifacts: artifacts.size, head, problems };
};

const derive = ({ events, snapshot, snapshot_event }: Evidence) => {
  const problems: RunProblem[] = [];
  let derived: Snapshot | undefined;
  for (const event of events) {
    try {
      derived = applyEvent(derived, event);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      return { problems: [{ part: 'events' as const, place: String(event.number), problem }] };
    }
    const isSame = event.number !== snapshot_event || writeSnapshot(derived) === snapshot;
    if (!isSame) problems.push({ part: 'snapshot', place: String(event.number), problem: 'does not match the events' });
  }
  return { problems, snapshot: derived };
};

const compareWithRow = ({ stated, config }: Evidence, derived: Snapshot): readonly RunProblem[] => [
  ...(derived.state === stated.state
    ? []
    : [
        {
          part: 'row' as const,
          place: 'state',
          problem: `is ${stated.state}, but ${derived.state} according to the events`,
        },
      ]),
  ...(derived.config_hash === stated.config_hash && hash('sha256', config) === derived.config_hash
    ? []
    : [{ part: 'config' as const, place: 'config', problem: 'differs from the one that the run was started with' }]),
];

/** Every artifact that was ever written, also those that were replaced later. */
const artifactsOf = (events: readonly RunEvent[]): ReadonlyMap<string, ArtifactEntry> =>
  new Map(
    events
      .filter(({ type }) => type === 'ARTIFACT_WRITTEN')
      .map(({ payload }) => payload as unknown as ArtifactEntry)
      .map((entry) => [`${entry.name}/${entry.scope}@${entry.sha256.slice(0, 12)}`, entry]),
  );

const problemOfArtifact = async (evidence: Evidence, { sha256, bytes }: ArtifactEntry): Promise<string | undefined> => {
  const content = await evidence.artifact(sha256);
  if (!content) return 'the content is missing';
  return sha256Of(content) === sha256 && content.byteLength === bytes ? undefined : 'the content was changed';
};
