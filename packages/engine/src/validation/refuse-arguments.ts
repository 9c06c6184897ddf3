import { fail } from '@recourse/contract';
import { findHiddenCharacter } from '@recourse/contract/hidden-characters';
import type { Failure, Json, JsonObject } from '@recourse/contract';
import type { Call } from '../call/call.ts';
import { fieldName, isSensitive } from '../fields/field-pointer.ts';
import type { Operation } from '../tool/operation.ts';
import type { Problem } from './problem.ts';

/** The codes that `refuseArguments` fails with. */
export const argumentCodes = [
  'VALIDATION_MISSING_PARAM',
  'VALIDATION_INVALID_TYPE',
  'VALIDATION_UNKNOWN_PARAM',
  'VALIDATION_UNKNOWN_FIELD',
  'VALIDATION_INVALID_ENUM',
  'VALIDATION_OUT_OF_RANGE',
  'VALIDATION_PATTERN_MISMATCH',
  'VALIDATION_INVALID_VALUE',
  'VALIDATION_CONTROL_CHARS',
] as const;

/** The keywords that decide the code, most important first. */
const ranks: readonly (readonly string[])[] = [
  ['required', 'dependentRequired'],
  ['type'],
  ['additionalProperties', 'unevaluatedProperties'],
];

const rankOf = ({ keyword }: Problem): number => {
  const rank = ranks.findIndex((keywords) => keywords.includes(keyword));
  return rank === -1 ? ranks.length : rank;
};

/** The operation, or the router in front of it, as a refusal names it. */
type Named = Pick<Operation, 'name' | 'sensitive'>;

/** Refuses invalid arguments. The most important problem decides the code; the details list all problems. */
export const refuseArguments = (call: Call, operation: Named, found: readonly Problem[]): Failure => {
  const problems =
    operation.sensitive.length === 0 ? found : found.map((problem) => withoutSecrets(problem, operation));
  const [first] = problems.length > 1 ? [...problems].sort((one, other) => rankOf(one) - rankOf(other)) : problems;
  if (!first) throw new Error('There are no problems to report');
  const listed = problems.map(withoutKnown);
  const options = optionsOf(call, first);
  const name = fieldName(first.path);
  const hidden = findHiddenIn(first);
  if (hidden) {
    const details = { param_name: name, offset: hidden.offset, code_point: hidden.codePoint };
    return fail('VALIDATION_CONTROL_CHARS', { ...details, problems: listed.map(withoutValue) } as never, options);
  }
  const value = first.value === undefined ? {} : { value: first.value };
  switch (first.keyword) {
    case 'required':
    case 'dependentRequired': {
      const missing = problems.filter((problem) => rankOf(problem) === 0).map(missingName);
      const several = missing.length > 1 ? { missing_params: [...new Set(missing)] } : {};
      const details = { param_name: missingName(first), operation: operation.name, ...several, problems: listed };
      return fail('VALIDATION_MISSING_PARAM', details as never, options);
    }
    case 'type':
      return fail(
        'VALIDATION_INVALID_TYPE',
        {
          param_name: name,
          expected_type: Array.isArray(first.expected) ? first.expected.join(' or ') : String(first.expected),
          actual_type: String(first.received),
          ...value,
          problems: listed,
        } as never,
        options,
      );
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return unknownFields(operation, problems, first, listed, options);
    case 'enum':
    case 'const':
      return fail(
        'VALIDATION_INVALID_ENUM',
        { param_name: name, allowed_values: [first.expected ?? []].flat(), ...value, problems: listed } as never,
        options,
      );
    case 'pattern':
    case 'format':
      return fail(
        'VALIDATION_PATTERN_MISMATCH',
        { param_name: name, pattern: String(first.expected), ...value, problems: listed } as never,
        options,
      );
    default:
      return first.keyword in measures
        ? outOfRange(first, name, listed, options)
        : fail(
            'VALIDATION_INVALID_VALUE',
            { param_name: name, rule: first.message, ...value, problems: listed } as never,
            options,
          );
  }
};

interface Options {
  readonly correlation_id: string;
  readonly similar?: readonly [{ readonly ref: string; readonly role: string }];
}

/** Drops the known names from a problem: the failure lists them once. */
const withoutKnown = (problem: Problem): Omit<Problem, 'known'> => {
  if (problem.known === undefined) return problem;
  const { known: _known, ...listed } = problem;
  return listed;
};

/** Keywords that refuse a value for its form. An invisible character is the likelier mistake then. */
const aboutForm: ReadonlySet<string> = new Set(['enum', 'const', 'pattern', 'format']);

const findHiddenIn = ({ keyword, value }: Problem): ReturnType<typeof findHiddenCharacter> =>
  aboutForm.has(keyword) && typeof value === 'string' ? findHiddenCharacter(value) : undefined;

/** A refusal of control characters must not repeat them. */
const withoutValue = ({ value: _value, ...listed }: Omit<Problem, 'known'>): object => listed;

const missingName = ({ path, params }: Problem): string => fieldName(`${path}/${String(params['missingProperty'])}`);

const unknownFields = (
  operation: Named,
  problems: readonly Problem[],
  first: Problem,
  listed: readonly object[],
  options: Options,
): Failure => {
  const beside = problems.filter(({ path, keyword }) => path === first.path && keyword === first.keyword);
  const unknown = beside.map(({ params }) => String(params['additionalProperty'] ?? params['unevaluatedProperty']));
  const known = [...(first.known ?? [])];
  return first.path === ''
    ? fail(
        'VALIDATION_UNKNOWN_PARAM',
        { operation: operation.name, unknown_params: unknown, valid_params: known, problems: listed } as never,
        options,
      )
    : fail(
        'VALIDATION_UNKNOWN_FIELD',
        { operation: operation.name, unknown_fields: unknown, valid_fields: known, problems: listed } as never,
        options,
      );
};

/** The quantity that each bound limits, and which end of the range it is. */
const measures: Readonly<Record<string, { readonly end: 'minimum' | 'maximum'; readonly measured: string }>> = {
  minimum: { end: 'minimum', measured: 'value' },
  exclusiveMinimum: { end: 'minimum', measured: 'value' },
  maximum: { end: 'maximum', measured: 'value' },
  exclusiveMaximum: { end: 'maximum', measured: 'value' },
  minLength: { end: 'minimum', measured: 'length' },
  maxLength: { end: 'maximum', measured: 'length' },
  minItems: { end: 'minimum', measured: 'items' },
  maxItems: { end: 'maximum', measured: 'items' },
  minProperties: { end: 'minimum', measured: 'properties' },
  maxProperties: { end: 'maximum', measured: 'properties' },
};

const outOfRange = (first: Problem, name: string, listed: readonly object[], options: Options): Failure => {
  const measure = measures[first.keyword];
  const details: Record<string, Json | readonly object[]> = { param_name: name, problems: listed };
  if (measure) {
    details['measured'] = measure.measured;
    if (typeof first.expected === 'number') details[measure.end] = first.expected;
  }
  if (first.value !== undefined) details['value'] = first.value;
  const hint = measure && lengthHint(name, measure, first.expected);
  return fail('VALIDATION_OUT_OF_RANGE', details as never, { ...options, ...(hint !== undefined && { hint }) });
};

const units: Readonly<Record<string, string>> = { length: 'character', items: 'item', properties: 'property' };
const plurals: Readonly<Record<string, string>> = { character: 'characters', item: 'items', property: 'properties' };

/** Gives the allowed length of a string or list. The code's own hint speaks of numbers. */
const lengthHint = (
  name: string,
  { end, measured }: { readonly end: 'minimum' | 'maximum'; readonly measured: string },
  bound: Json | undefined,
): string | undefined => {
  const unit = units[measured];
  if (unit === undefined || typeof bound !== 'number') return undefined;
  const counted = bound === 1 ? unit : plurals[unit];
  return `Send '${name}' with at ${end === 'minimum' ? 'least' : 'most'} ${bound} ${counted}.`;
};

const optionsOf = ({ correlation_id }: Call, { suggestion, keyword }: Problem): Options =>
  typeof suggestion === 'string' && keyword !== 'type'
    ? { correlation_id, similar: [{ ref: suggestion, role: keyword === 'enum' ? 'value' : 'parameter' }] }
    : { correlation_id };

const withoutSecrets = (problem: Problem, operation: Named): Problem => {
  const hidden = isSensitive(problem.path, operation.sensitive);
  // An object may contain a secret.
  const mayHold = typeof problem.value === 'object' && problem.value !== null;
  if (!hidden && !mayHold) return problem;
  const { value: _, ...rest } = problem;
  if (!hidden) return rest;
  const { received: __, suggestion: ___, params: ____, ...safe } = rest;
  return { ...safe, params: {} satisfies JsonObject };
};
