import { cancelledState, doneState, endStates, failedState, firstState } from '../model/states.ts';
import type { Transitions } from '../model/states.ts';
import type { Publication, Step } from './definitions.ts';

export const validatingState = 'VALIDATING';
export const fixingState = 'FIXING';

interface Shape {
  readonly steps: readonly Pick<Step, 'enters'>[];
  readonly gates?: readonly unknown[];
  readonly publish?: Pick<Publication, 'ready' | 'published'>;
}

/** The states that the publication stands for. */
export const publishStates = ({
  ready = 'READY',
  published = 'PUBLISHED',
}: Pick<Publication, 'ready' | 'published'>) => ({
  ready,
  published,
});

/** The states of a pipeline in the order in which a run without problems enters them. */
export const stateOrder = ({ steps, gates = [], publish }: Shape): readonly string[] => {
  const states = publish && publishStates(publish);
  const all = [
    firstState,
    ...steps.map(({ enters }) => enters),
    ...(gates.length > 0 ? [validatingState] : []),
    ...(states ? [states.ready, states.published] : []),
    doneState,
  ];
  return all.filter((state, index) => state !== all[index - 1]);
};

/** The transitions that a run of this shape needs: the table of the pipeline unless it declares its own. */
export const deriveTransitions = (shape: Shape): Transitions => {
  const order = stateOrder(shape);
  const table = new Map<string, string[]>(order.map((state, index) => [state, order.slice(index + 1, index + 2)]));
  if ((shape.gates ?? []).length > 0) {
    table.get(validatingState)?.push(fixingState);
    table.set(fixingState, [validatingState]);
    // A report at READY can fail: what the gates look at may have changed.
    if (shape.publish) table.get(publishStates(shape.publish).ready)?.push(validatingState);
  }
  const working = [...table.keys()].filter((state) => !endStates.includes(state));
  for (const state of working) table.get(state)?.push(failedState, cancelledState);
  // A failed run is resumed where it failed.
  table.set(failedState, working);
  table.set(cancelledState, []);
  table.set(doneState, []);
  return Object.fromEntries(table);
};
