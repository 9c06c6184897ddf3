import { isJsonObject } from '@recourse/contract';
import type { Json } from '@recourse/contract';
import type { Parameter } from '../../adapter/adapter.ts';
import { encodeText, textOf } from './encode.ts';

/** The pairs of one parameter in a query. An object stands there as JSON where it is declared as one, or not at all. */
export const queryPairs = (parameter: Parameter, value: Json | undefined): readonly string[] => {
  const { name, wireName, arrayStyle } = parameter;
  if (value === undefined || value === null) return [];
  const key = encodeText(name, wireName);
  if (isJsonObject(value) && parameter.schema['type'] === 'object') {
    return [`${key}=${encodeText(name, JSON.stringify(value))}`];
  }
  if (!Array.isArray(value)) return [`${key}=${encodeText(name, textOf(name, value))}`];
  const items = (value as readonly Json[]).map((item) => encodeText(name, textOf(name, item)));
  if (arrayStyle === 'repeat') return items.map((item) => `${key}=${item}`);
  return items.length > 0 ? [`${key}=${items.join(',')}`] : [];
};
