import type { Json } from '@recourse/contract';
import type { Category } from '../../adapter/adapter.ts';
import type { DraftParameter } from '../parameters/draft-parameter.ts';
import { fits } from '../../adapter/fields/fits.ts';
import type { DraftOperation } from './draft-operation.ts';

/** A call with everything that the operation needs, where the document gives an example of each. Secrets are never shown. */
export const exampleFor = (
  operation: string,
  category: Category,
  parameters: readonly DraftParameter[],
): DraftOperation['example'] => {
  const needed = parameters.filter(({ required }) => required);
  if (category === 'update' || needed.length === 0) return undefined;
  const params: Record<string, Json> = {};
  for (const { name, sensitive, definition, example } of needed) {
    const value = example ?? definition.enum?.[0];
    const { items: _items, properties: _properties, additional_properties: _open, ...plain } = definition;
    if (sensitive || value === undefined || !fits(value, plain)) return undefined;
    params[name] = value;
  }
  return { request: { operation, params } };
};
