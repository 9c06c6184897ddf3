import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { AdapterOperation, Parameter } from '../../adapter/adapter.ts';
import { ownParameter } from './own-parameter.ts';
import { invalidValue } from './refuse.ts';

const bodied: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * The body of a request: its parameters under the API's names, and the members of an update's `input` beside them.
 * A parameter wins over a member, so that `input` cannot name another resource. Undefined if there is no body.
 */
export const bodyOf = (operation: AdapterOperation, given: JsonObject): Json | undefined => {
  if (!bodied.has(operation.method)) return undefined;
  const declared = operation.parameters.filter((parameter) => parameter.in === 'body');
  const whole = declared.find((parameter) => parameter.whole);
  if (whole) return given[whole.name];
  const takesInput = operation.category === 'update' && !ownParameter(operation, 'input');
  const mayChange = takesInput && operation.input?.length !== 0 && given['input'] !== undefined;
  if (declared.length === 0 && !mayChange) return undefined;
  const entries = [
    ...(takesInput ? inputEntries(operation, given['input']) : []),
    ...declared.flatMap((parameter) => entriesOf(parameter, given[parameter.name], declared)),
  ];
  return Object.fromEntries(entries);
};

type Entries = readonly (readonly [string, Json])[];

const inputEntries = ({ input = [] }: AdapterOperation, value: Json | undefined): Entries => {
  if (!isJsonObject(value)) return [];
  const members = new Map(input.map((member) => [member.name, member]));
  return Object.entries(value).flatMap(([name, member]) =>
    entriesOf(members.get(name) ?? { name, wireName: name }, member, input),
  );
};

/** One member of the body, or several for a parameter that is spread. Those have no parameters of their own. */
const entriesOf = (
  { name, wireName, spread }: Pick<Parameter, 'name' | 'wireName' | 'spread'>,
  value: Json | undefined,
  others: readonly Parameter[],
): Entries => {
  if (value === undefined) return [];
  if (!spread) return [[wireName, value]];
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const own = others.find((other) => other.wireName === key && !other.spread);
    if (own) throw invalidValue(name, `'${key}' must be passed in the parameter '${own.name}'`);
    return member === undefined ? [] : [[key, member] as const];
  });
};
