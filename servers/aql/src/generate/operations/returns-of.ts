import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { referenceName } from '../document/references.ts';
import type { Follow } from '../document/references.ts';
import { typeOf } from '../parameters/type-of.ts';
import { firstSentence } from '../text.ts';
import type { DraftOperation, Success } from './draft-operation.ts';

/**
 * The type of the answer: a schema of the document by its name, a list of such, or a plain type. Of a page, callers get
 * the items, so their type is what is said.
 */
export const returnsOf = (
  { schema, reference, description }: Success,
  follow: Follow,
  itemsAt: string | undefined,
): DraftOperation['returns'] => {
  const said = firstSentence(description, 120);
  const more = said === '' || /^(?:ok|success(?:ful)?|response)\b.{0,20}$/i.test(said) ? {} : { description: said };
  if (!schema) return { type: 'null', ...more };
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const items = itemsAt === undefined ? undefined : properties[itemsAt];
  return { type: items ? typeNameOf(items, follow(items), follow) : typeNameOf(reference, schema, follow), ...more };
};

const typeNameOf = (reference: Json | undefined, schema: JsonObject, follow: Follow): string => {
  const named = typeName(reference);
  if (named !== undefined) return named;
  if (Object.keys(schema).length === 0) return 'any';
  const type = typeOf(schema);
  if (type !== 'array') return type;
  const { items } = schema;
  const item = typeName(items) ?? (isJsonObject(items) ? typeOf(follow(items)) : 'any');
  return item === 'array' ? 'array' : `${item}[]`;
};

/** The name of a referenced schema as a type of the adapter: `full-repository` is `FullRepository`. */
export const typeName = (reference: Json | undefined): string | undefined => {
  const name = referenceName(reference);
  if (name === undefined) return undefined;
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const joined = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
  const safe = joined.replace(/^[^A-Za-z]+/, '').slice(0, 60);
  return safe === '' ? undefined : safe;
};
