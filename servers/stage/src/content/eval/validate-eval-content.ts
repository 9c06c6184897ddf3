import type { Operation } from '@recourse/engine';
import { inspect } from '@recourse/engine/script';
import type { Inspect } from '@recourse/engine/script';
import { inspectMain } from './inspect-main.ts';
import { findKeyword } from './keywords.ts';
import { refuseCode } from './refuse-code.ts';

/** The rules for code by the process that it runs in: a page gets a list of what is refused, the app a list of what is allowed. */
const inspections: ReadonlyMap<unknown, Inspect> = new Map([
  ['main', inspectMain],
  ['renderer', inspect],
]);

/** The codes of code that is refused. */
const evalRefusals = ['EVAL_SYNTAX_ERROR', 'EVAL_BLOCKED_KEYWORD', 'EVAL_BLOCKED_CONSTRUCT'] as const;

/**
 * Has the code of an operation checked before anything else sees the call: first that it can be parsed, then for the
 * keywords of the contract, then by the rules of its process. Throws for an operation without such rules.
 */
export const validateEvalContent = (operation: Operation): Operation => {
  const fields = operation.guards.filter(({ kind }) => kind === 'code');
  const [inspection, ...others] = new Set(fields.map(({ options }) => inspections.get(options['rules'])));
  if (!inspection || others.length > 0)
    throw new TypeError(
      `'${operation.name}' cannot be registered: all its code arguments must be checked by the same one of these rule sets: ${[...inspections.keys()].join(', ')}`,
    );
  const inspectAll: Inspect = (program) => {
    const keyword = findKeyword(program);
    return keyword === undefined ? inspection(program) : { construct: `'${keyword}'`, keyword };
  };
  return {
    ...operation,
    errors: new Set([...evalRefusals, ...operation.errors]),
    guarding: { inspect: inspectAll, refusals: { code: refuseCode } },
  };
};
