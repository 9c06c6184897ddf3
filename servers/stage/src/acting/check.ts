import { fail, StageError } from '../failing.ts';
import { BadArgumentError } from '../reading/bad-argument-error.ts';
import type { FoundTarget, Target } from '../reading/target.ts';
import type { Act } from './act.ts';
import { actionNeeds, needsOf } from './action-needs.ts';
import { clickReady } from './click.ts';
import { Deadline } from './deadline.ts';
import { isProblem, whenActionable } from './until-actionable.ts';

/** Frameworks set the state of their checkboxes after the click. */
const settleMs = 1000;

/** Checks or unchecks a checkbox, radio button or switch. Clicks it only if its state is another one. */
export const setChecked = async (
  act: Act,
  target: Target,
  { checked, force }: { readonly checked: boolean; readonly force: boolean },
): Promise<FoundTarget> => {
  const needs = needsOf(actionNeeds.check, force);
  const found = await whenActionable(act, target, needs, async (ready) => {
    const { role, state } = ready.found.placed.element;
    if (state.checked === undefined)
      throw new BadArgumentError('ref', `it refers to a ${role}, which cannot be checked`);
    if (state.checked === checked) return ready.found;
    if (!checked && role === 'radio')
      throw new BadArgumentError('ref', 'it refers to a radio button; to uncheck it, check another one of its group');
    const clicked = await clickReady(act, ready, { button: 'left', clickCount: 1, force });
    return isProblem(clicked) ? clicked : ready.found;
  });
  if (!act.hasBegun) return found;
  const deadline = new Deadline(settleMs, AbortSignal.timeout(10 * settleMs));
  let actual: boolean | 'mixed' | undefined;
  do {
    actual = (await act.find({ ref: found.ref })).placed.element.state.checked;
    if (actual === checked) return found;
  } while (await deadline.next());
  const details = {
    ref: found.ref,
    expected: { checked },
    ...(actual !== undefined && { actual: { checked: actual } }),
  };
  throw new StageError(fail('EXPECTATION_FAILED', details, { effect: 'unknown' }));
};
