import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { AdapterOperation } from '../../adapter/adapter.ts';
import { ownParameter } from './own-parameter.ts';

const bodied: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * The body of a request: its parameters under the API's names, and the members of an update's `input` beside them.
 * A parameter wins over a member, so that `input` cannot name another resource. Undefined where there is no body.
 */
export const bodyOf = (operation: AdapterOperation, given: JsonObject): JsonObject | undefined => {
  if (!bodied.has(operation.method)) return undefined;
  const declared = operation.parameters.filter((parameter) => parameter.in === 'body');
  const takesInput = operation.category === 'update' && !ownParameter(operation, 'input');
  if (declared.length === 0 && !(takesInput && given['input'] !== undefined)) return undefined;
  const entries = [
    ...(takesInput ? inputEntries(operation, given['input']) : []),
    ...declared.flatMap(({ name, wireName }) => entryOf(wireName, given[name])),
  ];
  return Object.fromEntries(entries);
};

const inputEntries = ({ input }: AdapterOperation, value: Json | undefined): readonly (readonly [string, Json])[] => {
  if (!isJsonObject(value)) return [];
  const names = new Map(input?.map(({ name, wireName }) => [name, wireName]));
  return Object.entries(value).flatMap(([name, member]) => entryOf(names.get(name) ?? name, member));
};

const entryOf = (key: string, value: Json | undefined): readonly (readonly [string, Json])[] =>
  value === undefined ? [] : [[key, value]];
