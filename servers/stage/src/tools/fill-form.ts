import { batch, changeFailure, succeed } from '@recourse/contract';
import type { Failure, Outcome } from '@recourse/contract';
import { defineTool, sensitive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import type { Act } from '../acting/act.ts';
import { planField } from '../acting/fill-form.ts';
import type { FieldValue, PlannedField } from '../acting/fill-form.ts';
import { fail, StageError } from '../failing.ts';
import type { Target } from '../reading/target.ts';
import { actedOn, acting, actionErrors, actionFields, actionOutput, acts, describeTarget } from './acting.ts';
import type { FailureIn } from './acting.ts';
import { targetNames } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

const { sessionId, timeoutMs, ...target } = actionFields;
const value = z.union([z.string().max(100_000), z.boolean(), z.array(z.string()).max(50)]);
const field = z.strictObject({ ...target, value: sensitive(value) });

export const createFillForm = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_fill_form',
    description:
      'Fills in several fields, each identified by `ref`, `selector` or `by`: text for text fields, editable elements, dates and colours; true or false for checkboxes, radio buttons and switches; options for lists. Checks all fields first and changes nothing if one is not ready or does not accept its value. BATCH_PARTIAL_FAILURE lists the fields that were filled in.',
    input: z.strictObject({ sessionId, fields: z.array(field).min(1).max(50), timeoutMs }),
    output: z.object({ filled: z.int(), fields: z.array(actedOn).optional(), dialogs: actionOutput.dialogs }),
    ...acts,
    errors: [...actionErrors, 'ELEMENT_DISABLED', 'ELEMENT_COVERED', 'BATCH_PARTIAL_FAILURE'],
    run: (call) =>
      acting(toolbox, call, async (act, failureIn) => {
        const planned: PlannedField[] = [];
        for (const [index, one] of call.arguments.fields.entries())
          planned.push(await plan(act, one, { index, planned, failureIn }));
        const filled = await fillIn(act, planned, failureIn);
        // A reference has shown its element already.
        const areKnown = call.arguments.fields.every(({ ref }) => ref !== undefined);
        return { filled, ...(!areKnown && { fields: planned.map(({ found }) => describeTarget(found)) }) };
      }),
  });

interface Planning {
  readonly index: number;
  /** The fields before it. */
  readonly planned: readonly PlannedField[];
  readonly failureIn: FailureIn;
}

type FieldArguments = Target & { readonly value: FieldValue };

const plan = async (
  act: Act,
  { value: wanted, ...named }: FieldArguments,
  { index, planned, failureIn }: Planning,
): Promise<PlannedField> => {
  const place = `fields[${index}]`;
  if (targetNames.filter((name) => named[name] !== undefined).length !== 1)
    throw new StageError(badArgument(place, `must have exactly one of ${targetNames.join(', ')}`));
  let made: PlannedField;
  try {
    made = await planField(act, named, wanted);
  } catch (error) {
    const failure = failureIn(error, act);
    throw failure ? new StageError(inField(failure, place)) : error;
  }
  const same = planned.findIndex(({ found }) => found.ref === made.found.ref);
  if (same < 0) return made;
  throw new StageError(badArgument(place, `it refers to the same element as fields[${same}]`));
};

/** Says which field a failure is about. */
const inField = (failure: Failure, place: string): Failure => {
  if (failure.code !== 'BAD_ARGUMENT') return changeFailure(failure, { message: `${place}: ${failure.message}` });
  const { argument, reason } = failure.details as { readonly argument: string; readonly reason: string };
  const part = argument === 'value' || argument === 'by' ? `${place}.${argument}` : place;
  return changeFailure(badArgument(part, reason), failure.similar ? { similar: failure.similar } : {});
};

const badArgument = (argument: string, reason: string): Failure =>
  fail('BAD_ARGUMENT', { argument, reason }, { effect: 'none' });

/** Fills in all fields. Throws BATCH_PARTIAL_FAILURE with the fields that are filled in, the one that is not, and the rest. */
const fillIn = async (act: Act, planned: readonly PlannedField[], failureIn: FailureIn): Promise<number> => {
  const outcomes: Outcome[] = [];
  for (const { found, fill } of planned) {
    const turn = act.next();
    try {
      await fill(turn);
      outcomes.push(succeed(describeTarget(found)));
    } catch (error) {
      const failure = failureIn(error, turn);
      if (!failure) throw error;
      const pending = planned.slice(outcomes.length + 1).map((rest) => describeTarget(rest.found));
      const { details, effect } = batch([...outcomes, failure], { pending }) as Failure;
      throw new StageError(fail('BATCH_PARTIAL_FAILURE', details as never, { effect }) as Failure);
    } finally {
      act.hasBegun ||= turn.hasBegun;
    }
  }
  return outcomes.length;
};
