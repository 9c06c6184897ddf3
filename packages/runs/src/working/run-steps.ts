import { onlyScope } from '../model/work-item.ts';
import type { Step } from '../pipeline/definitions.ts';
import { createReader } from './artifact-access.ts';
import { entering } from './change-state.ts';
import { inParallel } from './in-parallel.ts';
import { concludeMade, invalidOutput } from './made-artifacts.ts';
import { isMemoised, queueTask, runTask } from './run-item.ts';
import type { Task } from './run-item.ts';
import type { Session } from './session.ts';
import { failureOfStep, isBeyondStep, ItemFailedError } from './step-failure.ts';

const mostScopes = 10_000;
const longestScope = 200;

/** Runs every step whose inputs have changed since it finished, in order, and those that are to run again. */
export const runSteps = async (
  session: Session,
  { again = [] }: { readonly again?: readonly string[] } = {},
): Promise<void> => {
  for (const step of session.pipeline.steps) {
    session.signal.throwIfAborted();
    await runStep(session, step, again.includes(step.name));
  }
};

const runStep = async (session: Session, step: Step, always: boolean): Promise<void> => {
  const { journal, pipeline } = session;
  const scopes = await scopesOf(session, step);
  for (const name of step.makes ?? []) session.scopes.set(name, scopes);
  const tasks = scopes.map((scope) => ({ ...taskOf(session, step, scope), always }));
  const entry = entering(session, step.enters);
  const [only, ...others] = tasks;
  if (only && others.length === 0) return runTask(session, only, entry);
  const due = tasks.filter((task) => !isMemoised(session, task));
  const queued = [...entry, ...due.flatMap((task) => queueTask(session, task))];
  if (queued.length > 0) await journal.append(queued);
  return inParallel(due, pipeline.concurrency, (task) => runTask(session, task));
};

const taskOf = (session: Session, step: Step, scope: string): Task => ({
  kind: 'step',
  worker: step,
  scope,
  invoke: (context) => step.run(context),
  conclude: (made, item) => concludeMade(session, made, { makes: step.makes ?? [], item, scopeOf: () => scope }),
});

const scopesOf = async (session: Session, step: Step): Promise<readonly string[]> => {
  if (!step.each) return [onlyScope];
  const { store, snapshot, config } = session;
  const artifacts = createReader(store, snapshot, onlyScope);
  try {
    const scopes: unknown = await step.each({ run_id: snapshot.run_id, config: config as never, artifacts });
    if (areScopes(scopes)) return scopes;
    const problem = { path: '', keyword: 'type', message: scopeRule };
    throw invalidOutput(snapshot.run_id, `${step.name}.each`, [problem]);
  } catch (error) {
    if (isBeyondStep(error)) throw error;
    throw new ItemFailedError(step.name, failureOfStep(step.name, error));
  }
};

const scopeRule = `must be a list of at most ${mostScopes} different strings of 1 to ${longestScope} characters, other than '-' and without control characters`;

const areScopes = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length <= mostScopes &&
  new Set(value).size === value.length &&
  value.every(
    (scope: unknown) =>
      typeof scope === 'string' &&
      scope !== onlyScope &&
      scope.length > 0 &&
      scope.length <= longestScope &&
      !/[\p{Cc}\p{Surrogate}]/u.test(scope),
  );
