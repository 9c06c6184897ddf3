import { fail } from '../failing.ts';
import { BadArgumentError } from '../reading/bad-argument-error.ts';
import type { FoundTarget, Target } from '../reading/target.ts';
import { placeOf } from './act.ts';
import type { Act } from './act.ts';
import { actionNeeds, needsOf } from './action-needs.ts';
import { selectOptions } from './page/select.ts';
import type { Selection } from './page/select.ts';
import { disabled } from './problem.ts';
import type { Problem } from './problem.ts';
import { whenActionable } from './until-actionable.ts';

export interface Selected {
  readonly found: FoundTarget;
  readonly selected: readonly string[];
}

/** Selects options of a list by their values or labels. Waits for options that the page has yet to add. */
export const select = (act: Act, target: Target, values: readonly string[], force = false): Promise<Selected> =>
  whenActionable(act, target, needsOf(actionNeeds.select, force), ({ found }) =>
    act.using(placeOf(found), async (node) => {
      const {
        problem,
        option = '',
        options = [],
        selected = [],
      } = await node.ask<Selection>(selectOptions, [...values]);
      if (problem === null) {
        act.hasBegun = true;
        return { found, selected };
      }
      if (problem === 'missing') return missing(option, options);
      if (problem === 'disabled') return disabled(found, `option '${option.slice(0, 100)}' is disabled`, false);
      if (problem === 'single') throw new BadArgumentError('values', 'must have one value: the list allows only one');
      const { role } = found.placed.element;
      throw new BadArgumentError(
        'ref',
        `it refers to a ${role} that is not a <select> element; click it, then click the option`,
      );
    }),
  );

const missing = (option: string, options: readonly string[]): Problem => {
  const reason = `the list has no option '${option.slice(0, 100)}'; its options are: ${options.join(', ').slice(0, 1000)}`;
  return { isFinal: false, failure: fail('BAD_ARGUMENT', { argument: 'values', reason }, { effect: 'none' }) };
};
