import { isJsonObject } from '@recourse/contract';
import type { Parameter, ParameterStyle } from './adapter.ts';

/** How a parameter is written: as its file says, or else by the default of its place. */
export const styleOf = ({
  in: place,
  style = place === 'path' || place === 'header' ? 'simple' : 'form',
  explode = style === 'form' || style === 'deepObject',
}: Pick<Parameter, 'in' | 'style' | 'explode'>): { readonly style: ParameterStyle; readonly explode: boolean } => ({
  style,
  explode,
});

/** The names that a parameter has on the wire: its own, or those of the members of an object that is spread. */
export const wireNamesOf = (parameter: Parameter): readonly string[] => {
  if (parameter.spread) return [];
  const { style, explode } = styleOf(parameter);
  const { in: place, wireName, schema } = parameter;
  const members = schema['properties'];
  const isSpread =
    (place === 'query' || place === 'cookie') && style === 'form' && explode && schema['type'] === 'object';
  return isSpread && isJsonObject(members) ? Object.keys(members) : [wireName];
};
