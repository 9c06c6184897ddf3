import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { hasHiddenCharacters } from '@recourse/contract/hidden-characters';
import { looksLikeSecret } from '@recourse/engine/foreign';
import type { Follow } from '../document/references.ts';
import { firstSentence } from '../text.ts';
import { constraintsOf } from './constraints.ts';
import type { Definition } from './draft-parameter.ts';
import { simplify } from './simplify.ts';
import { typeOf } from './type-of.ts';

/** What turning a schema into a parameter needs. */
export interface DefineContext {
  readonly follow: Follow;
  /** How many values inside of others may still be described; schemas that refer to each other have no end. */
  readonly budget: { left: number };
  /** Told what a schema says and an adapter cannot. */
  readonly note: (what: string) => void;
}

const descriptionLength = 160;
/** How deep lists and objects are described; the API checks what lies below. */
const describedDepth = 3;
const describedMembers = 40;

/** A schema as what a parameter takes. What cannot be said is left out and noted: the API still checks it. */
export const define = (schema: Json | undefined, context: DefineContext, depth = describedDepth): Definition => {
  context.budget.left -= 1;
  const plain = simplify(context.follow(schema), context);
  const type = typeOf(plain);
  const isDescribed = depth > 0 && context.budget.left > 0;
  const description = firstSentence(plain['description'] ?? plain['title'], descriptionLength);
  return {
    type,
    ...(description !== '' && { description }),
    ...constraintsOf(plain, type, context),
    ...(type === 'array' && isDescribed && itemsOf(plain, context, depth)),
    ...(type === 'object' && isDescribed && propertiesOf(plain, context, depth)),
  };
};

const itemsOf = (schema: JsonObject, context: DefineContext, depth: number): { items?: Definition } => {
  const { items } = schema;
  if (!isJsonObject(items) || Object.keys(context.follow(items)).length === 0) return {};
  const followed = context.follow(items);
  // A list of several kinds of things is a list of anything.
  if (followed['oneOf'] !== undefined || followed['anyOf'] !== undefined || Array.isArray(followed['type'])) return {};
  const { description: _description, ...definition } = define(items, context, depth - 1);
  return { items: definition };
};

const propertiesOf = (
  schema: JsonObject,
  context: DefineContext,
  depth: number,
): Pick<Definition, 'properties' | 'additional_properties'> => {
  const { properties, required } = schema;
  if (!isJsonObject(properties)) return {};
  const members = Object.entries(properties).filter(
    ([name, member]) => isMemberName(name) && context.follow(member)['readOnly'] !== true,
  );
  if (members.length === 0 || members.length > describedMembers) return {};
  const demanded = new Set(Array.isArray(required) ? (required as readonly unknown[]) : []);
  const isOpen = schema['additionalProperties'] === true || isJsonObject(schema['additionalProperties']);
  return {
    properties: Object.fromEntries(
      members.map(([name, member]) => [
        name,
        { ...define(member, context, depth - 1), ...(demanded.has(name) && { required: true }) },
      ]),
    ),
    ...((isOpen || members.length < Object.keys(properties).length) && { additional_properties: true }),
  };
};

/** A name that can be a key of a file which is read into objects. */
const isMemberName = (name: string): boolean =>
  !['__proto__', 'constructor', 'prototype', '<<'].includes(name) &&
  !looksLikeSecret(name) &&
  !hasHiddenCharacters(name) &&
  /^.{1,128}$/u.test(name);
