import { isFailure } from '@recourse/contract';
import { fail, RunError, runSubject } from '../failing.ts';
import type { WorkItem } from '../model/work-item.ts';
import type { ArtifactProblem } from '../pipeline/artifact-kinds.ts';
import { artifactKey } from '../record/apply-event.ts';
import { draft } from '../record/payloads.ts';
import { encodeMade } from './artifact-access.ts';
import type { Concluded } from './run-item.ts';
import type { Session } from './session.ts';

export interface MadeOptions {
  readonly makes: readonly string[];
  readonly item: WorkItem;
  /** The scope that artifacts are filed under, by name. */
  readonly scopeOf: (name: string) => string;
}

/** Reads the artifacts that a worker returned. Throws its failure, or INTERNAL_OUTPUT_INVALID for anything else. */
export const concludeMade = (
  { pipeline, snapshot }: Session,
  made: unknown,
  { makes, item, scopeOf }: MadeOptions,
): Concluded => {
  if (isFailure(made)) throw new RunError(made);
  const encoded = encodeMade(made, makes, pipeline.artifacts);
  if (!encoded.ok) throw invalidOutput(snapshot.run_id, item.worker, encoded.problems);
  const written = encoded.artifacts.map(({ name, content_type, sha256, bytes }) => {
    const scope = scopeOf(name);
    return { name, scope, content_type, sha256, bytes: bytes.byteLength, written_by: item.id };
  });
  const keyOf = ({ name, scope }: { readonly name: string; readonly scope: string }): string =>
    artifactKey(name, scope);
  return {
    drafts: written.map((entry) => draft('ARTIFACT_WRITTEN', entry)),
    artifacts: encoded.artifacts,
    outputs: written.map(keyOf),
    changed_nothing: written.every((entry) => snapshot.artifacts[keyOf(entry)]?.sha256 === entry.sha256),
  };
};

export const invalidOutput = (runId: string, operation: string, problems: readonly ArtifactProblem[]): RunError =>
  new RunError(fail('INTERNAL_OUTPUT_INVALID', { operation, problems: [...problems] }, { subject: runSubject(runId) }));
