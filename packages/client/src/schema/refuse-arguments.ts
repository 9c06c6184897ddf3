import { fail } from '@recourse/contract';
import type { Failure, FailureOptions, Json } from '@recourse/contract';
import type { Problem } from './problem.ts';

/** The problems that decide the code, most important first. */
const ranks = ['required', 'type', 'additionalProperties'];
const rankOf = ({ keyword }: Problem): number => (ranks.includes(keyword) ? ranks.indexOf(keyword) : ranks.length);

/** The failure of a call that was not sent, in the codes and details by which servers of the contract refuse one. */
export const refuseArguments = (operation: string, found: readonly Problem[]): Failure => {
  const [first] = [...found].sort((one, other) => rankOf(one) - rankOf(other));
  if (!first) throw new Error('There are no problems to report');
  const problems = found.map(withoutKnown) as unknown as Json;
  const details = (own: Readonly<Record<string, unknown>>): never => ({ ...own, problems }) as never;
  const options = optionsOf(found);
  const param = nameOf(first.path);
  switch (first.keyword) {
    case 'required': {
      const missing = found.filter(({ keyword }) => keyword === 'required').map(missingName);
      const several = missing.length > 1 ? { missing_params: missing } : {};
      return fail('VALIDATION_MISSING_PARAM', details({ param_name: missing[0], operation, ...several }), options);
    }
    case 'type': {
      const expected = [first.expected ?? []].flat().join(' or ');
      const own = { param_name: param, expected_type: expected, actual_type: String(first.received) };
      return fail('VALIDATION_INVALID_TYPE', details(own), options);
    }
    case 'additionalProperties':
      return refuseNames(operation, first, found, { details, options });
    case 'enum':
    case 'const': {
      const own = { param_name: param, allowed_values: [first.expected ?? []].flat() };
      return fail('VALIDATION_INVALID_ENUM', details(own), options);
    }
    case 'anyOf':
    case 'oneOf': {
      const own = { param_name: param === '' ? operation : param, rule: first.message };
      return fail('VALIDATION_INVALID_VALUE', details(own), options);
    }
    default: {
      const end = /^(?:exclusiveM|m)in/.test(first.keyword) ? 'minimum' : 'maximum';
      const measured = measures[first.keyword] ?? 'value';
      return fail('VALIDATION_OUT_OF_RANGE', details({ param_name: param, [end]: first.expected, measured }), options);
    }
  }
};

const measures: Readonly<Record<string, string>> = {
  minLength: 'length',
  maxLength: 'length',
  minItems: 'items',
  maxItems: 'items',
};

/** The failure lists the known names once. */
const withoutKnown = (problem: Problem): Problem => {
  const { known: _, ...listed } = problem;
  return listed;
};

interface Parts {
  readonly details: (own: Readonly<Record<string, unknown>>) => never;
  readonly options: FailureOptions;
}

const refuseNames = (
  operation: string,
  first: Problem,
  found: readonly Problem[],
  { details, options }: Parts,
): Failure => {
  const unknown = found
    .filter(({ path, keyword }) => path === first.path && keyword === first.keyword)
    .map(({ params }) => params['additionalProperty']);
  const known = first.known ?? [];
  return first.path === ''
    ? fail('VALIDATION_UNKNOWN_PARAM', details({ operation, unknown_params: unknown, valid_params: known }), options)
    : fail('VALIDATION_UNKNOWN_FIELD', details({ operation, unknown_fields: unknown, valid_fields: known }), options);
};

/** Nothing was sent, so nothing was done. */
const optionsOf = (found: readonly Problem[]): FailureOptions => {
  const similar = found.flatMap(({ suggestion, keyword }) =>
    typeof suggestion === 'string' && keyword !== 'type'
      ? [{ ref: suggestion, role: keyword === 'additionalProperties' ? 'parameter' : 'value' }]
      : [],
  );
  return { effect: 'none', ...(similar.length > 0 && { similar }) };
};

const missingName = ({ path, params }: Problem): string => nameOf(`${path}/${String(params['missingProperty'])}`);

/** `/entities/0/name` as `entities[0].name`. */
const nameOf = (pointer: string): string =>
  pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((name, step) => (/^\d+$/.test(step) ? `${name}[${step}]` : name === '' ? step : `${name}.${step}`), '');
