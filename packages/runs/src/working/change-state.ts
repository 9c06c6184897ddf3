import { fail, RunError, runSubject } from '../failing.ts';
import { isAllowed } from '../model/states.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { fixingState, validatingState } from '../pipeline/derive-transitions.ts';
import { draft } from '../record/payloads.ts';
import type { Draft } from '../record/payloads.ts';
import type { Session } from './session.ts';

/** The event that changes the state of a run. Throws ILLEGAL_STATE if the table does not allow it. */
export const stateChange = ({ state, plan, run_id }: Snapshot, to: string, from = state): Draft => {
  if (!isAllowed(plan.transitions, from, to)) {
    const required_states = Object.keys(plan.transitions).filter((other) => isAllowed(plan.transitions, other, to));
    const details = { current_state: from, required_states };
    throw new RunError(fail('ILLEGAL_STATE', details, { subject: runSubject(run_id), effect: 'none' }));
  }
  return draft('RUN_STATE_CHANGED', { old_state: from, new_state: to });
};

/** The events that bring a run to a state; none if it is there, or past it: a step that runs again changes no state. */
export const entering = ({ snapshot, pipeline }: Session, to: string): readonly Draft[] => {
  if (snapshot.state === to || rankOf(pipeline.order, snapshot.state) >= rankOf(pipeline.order, to)) return [];
  return [stateChange(snapshot, to)];
};

/** Fixing comes after everything that is validated. */
const rankOf = (order: readonly string[], state: string): number =>
  order.lastIndexOf(state === fixingState ? validatingState : state);
