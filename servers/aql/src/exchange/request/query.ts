import type { Json } from '@recourse/contract';
import type { Parameter } from '../../adapter/adapter.ts';
import { styleOf } from '../../adapter/parameter-style.ts';
import { encodeText } from './encode.ts';
import { bracketPairs } from './form.ts';
import { joined, partsOf } from './written-value.ts';

/** The pairs of one parameter in a query or a cookie. */
export const queryPairs = (parameter: Parameter, value: Json | undefined): readonly string[] => {
  const { name, wireName } = parameter;
  if (value === undefined || value === null) return [];
  const { style, explode } = styleOf(parameter);
  const key = encodeText(name, wireName);
  if (style === 'json') return [`${key}=${encodeText(name, JSON.stringify(value))}`];
  if (style === 'deepObject') return bracketPairs(name, wireName, value);
  const parts = partsOf(parameter, value);
  if (explode)
    return parts.map(
      ({ key: own, text }) => `${own === undefined ? key : encodeText(name, own)}=${encodeText(name, text)}`,
    );
  return parts.length > 0 ? [`${key}=${joined(name, parts, style)}`] : [];
};
