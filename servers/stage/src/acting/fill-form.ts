import { BadArgumentError } from '../reading/bad-argument-error.ts';
import type { FoundTarget, Target } from '../reading/target.ts';
import { placeOf } from './act.ts';
import type { Act } from './act.ts';
import { actionNeeds } from './action-needs.ts';
import type { Needs } from './action-needs.ts';
import { setChecked } from './check.ts';
import { tryField } from './page/form-field.ts';
import type { FieldTrial } from './page/form-field.ts';
import { select } from './select-options.ts';
import { fill } from './type-text.ts';
import { whenActionable } from './until-actionable.ts';

/** The value of a field: text, whether a box is checked, or the options of a list. */
export type FieldValue = string | boolean | readonly string[];

/** A field that is ready for its value. */
export interface PlannedField {
  readonly found: FoundTarget;
  /** Gives the field its value, as a person does. */
  readonly fill: (act: Act) => Promise<unknown>;
}

/**
 * Finds a field, waits until it can be filled in, and checks that it takes the value. Nothing is changed. Throws
 * BadArgumentError about `value` or the field, without the value: it may be a secret.
 */
export const planField = async (act: Act, target: Target, value: FieldValue): Promise<PlannedField> => {
  const { found } = await whenActionable(act, target, actionNeeds.scroll, (ready) => Promise.resolve(ready));
  const { role, state } = found.placed.element;
  const named = { ref: found.ref };
  const whenReady = async (needs: Needs): Promise<void> =>
    void (await whenActionable(act, named, needs, (ready) => Promise.resolve(ready)));
  if (state.checked !== undefined) {
    if (typeof value !== 'boolean') throw new BadArgumentError('value', `must be true or false for a ${role}`);
    if (role === 'radio' && !value)
      throw new BadArgumentError(
        'value',
        'must be true for a radio button; to uncheck it, check another one of its group',
      );
    // A box that is right already need not be ready.
    if (state.checked !== value) await whenReady(actionNeeds.check);
    return { found, fill: (turn) => setChecked(turn, named, { checked: value, force: false }) };
  }
  const trial = await act.using(placeOf(found), (node) => node.ask<FieldTrial>(tryField, value));
  checkKind(trial, role, value);
  if (trial.problem !== null) throw new BadArgumentError('value', trial.problem);
  await whenReady(trial.kind === 'options' ? actionNeeds.select : actionNeeds.type);
  if (trial.kind === 'options')
    return {
      found,
      fill: (turn) => select(turn, named, typeof value === 'string' ? [value] : (value as readonly string[])),
    };
  return { found, fill: (turn) => fill(turn, named, value as string) };
};

const checkKind = ({ kind, type }: FieldTrial, role: string, value: FieldValue): void => {
  if (kind === 'files') throw new BadArgumentError('ref', 'it refers to a file field; use electron_set_files');
  if (kind === 'none') throw new BadArgumentError('ref', `it refers to a ${role}, which is not a field`);
  if (kind === 'options' && typeof value === 'boolean')
    throw new BadArgumentError('value', 'must be one or more options of the list');
  if (kind !== 'options' && typeof value !== 'string')
    throw new BadArgumentError('value', `must be a string for a ${type === '' ? role : `field of type ${type}`}`);
};
