import type { Failure } from '@recourse/contract';
import { fail, runSubject } from '../failing.ts';
import { failureFacts } from '../model/run-failure.ts';
import { doneState, endStates } from '../model/states.ts';
import type { OperationName } from '../model/states.ts';
import { onlyScope } from '../model/work-item.ts';
import { publishStates, validatingState } from '../pipeline/derive-transitions.ts';
import { draft } from '../record/payloads.ts';
import type { Draft } from '../record/payloads.ts';
import { entering, stateChange } from './change-state.ts';
import { fixNext } from './fix-next.ts';
import { concludeMade } from './made-artifacts.ts';
import { runTask } from './run-item.ts';
import type { Task } from './run-item.ts';
import { runSteps } from './run-steps.ts';
import type { Session } from './session.ts';
import { ItemFailedError } from './step-failure.ts';
import { validate } from './validate.ts';

/** Performs the operation of a run to its end, and records the end. */
export const performOperation = async (session: Session): Promise<void> => {
  const { snapshot } = session;
  const name = snapshot.operation?.name;
  if (name === undefined || endStates.includes(snapshot.state)) return;
  const failure = await perform(session, name);
  await finish(session, name, failure);
};

/** Performs one operation. It returns the failure that it ends with; the run keeps existing. */
const perform = (session: Session, name: OperationName): Promise<Failure | undefined> => {
  switch (name) {
    case 'run':
      return runAll(session);
    case 'validate':
      return validateAll(session);
    case 'fix':
      return fixOnce(session);
    case 'publish':
      return publish(session);
  }
};

const runAll = async (session: Session): Promise<Failure | undefined> => {
  const { pipeline, config } = session;
  for (;;) {
    await runSteps(session);
    if (await validate(session)) break;
    if (!pipeline.fixesAlone(config)) return undefined;
    const failure = await fixNext(session);
    if (failure) return backToReport(session, failure);
  }
  return pipeline.publish?.automatic ? publish(session) : undefined;
};

const validateAll = async (session: Session): Promise<Failure | undefined> => {
  await runSteps(session);
  await validate(session, { always: true });
  return undefined;
};

const fixOnce = async (session: Session): Promise<Failure | undefined> => {
  // After a crash in this operation the fix may be done and the report missing.
  await runSteps(session);
  if (await validate(session)) return undefined;
  const failure = await fixNext(session);
  if (failure) return backToReport(session, failure);
  await runSteps(session);
  await validate(session);
  return undefined;
};

/** A run that cannot be fixed stays where a person can act. */
const backToReport = async (session: Session, failure: Failure): Promise<Failure> => {
  const { snapshot, journal } = session;
  if (snapshot.state !== validatingState) await journal.append([stateChange(snapshot, validatingState)]);
  return failure;
};

const publish = async (session: Session): Promise<Failure | undefined> => {
  const { pipeline } = session;
  const publication = pipeline.publish;
  if (!publication) return undefined;
  const { ready, published } = publishStates(publication);
  if (publication.refreshes) {
    await runSteps(session, { again: publication.refreshes });
    if (!(await validate(session))) return notReady(session, ready);
  }
  const task: Task = {
    kind: 'publication',
    worker: publication,
    scope: onlyScope,
    invoke: (context) => publication.run(context),
    conclude: (made, item) =>
      concludeMade(session, made, { makes: publication.makes ?? [], item, scopeOf: () => onlyScope }),
  };
  try {
    await runTask(session, task, entering(session, ready));
  } catch (error) {
    if (!(error instanceof ItemFailedError)) throw error;
    // Everything up to here is done and checked: the run stays where it can be published again.
    return error.failure;
  }
  const done = entering(session, published);
  if (done.length > 0) await session.journal.append(done);
  return undefined;
};

/** The failure of a publication whose gates passed before, and fail on what the target has become. */
const notReady = ({ snapshot }: Session, ready: string): Failure =>
  fail(
    'ILLEGAL_STATE',
    { current_state: snapshot.state, required_states: [ready], tool: 'publish' },
    { subject: runSubject(snapshot.run_id), effect: 'none' },
  );

const finish = async (session: Session, operation: OperationName, failure: Failure | undefined): Promise<void> => {
  const { journal } = session;
  const result = failure && failureFacts(failure);
  await journal.append([
    ...(failure ? [] : ending(session)),
    draft('RUN_OPERATION_FINISHED', { operation, ok: !failure, ...result }),
  ]);
};

/** The states that a run passes when nothing is left to do: it waits for its publication, or it is done. */
const ending = (session: Session): readonly Draft[] => {
  const { snapshot, pipeline } = session;
  const { publish: publication } = pipeline;
  const isBlocked =
    pipeline.gates.length > 0 && Object.values(snapshot.gates).some(({ status }) => status === 'failed');
  if (isBlocked) return [];
  if (!publication) return [stateChange(snapshot, doneState), draft('RUN_COMPLETED', {})];
  const { ready, published } = publishStates(publication);
  return snapshot.state === published
    ? [stateChange(snapshot, doneState), draft('RUN_COMPLETED', {})]
    : entering(session, ready);
};
