/** States that every pipeline has. The states in between are its own. */
export const firstState = 'CREATED';
export const doneState = 'DONE';
export const failedState = 'FAILED';
export const cancelledState = 'CANCELLED';

export const endStates: readonly string[] = [doneState, failedState, cancelledState];

/** Which state may follow which. */
export type Transitions = Readonly<Record<string, readonly string[]>>;

export const isAllowed = (transitions: Transitions, from: string, to: string): boolean =>
  transitions[from]?.includes(to) ?? false;

/** The operations on a run. `run` does everything up to the publication. */
export type OperationName = 'run' | 'validate' | 'fix' | 'publish';
