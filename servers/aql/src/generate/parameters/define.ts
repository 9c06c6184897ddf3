import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { hasHiddenCharacters } from '@recourse/contract/hidden-characters';
import { looksLikeSecret } from '@recourse/engine/third-party-schemas';
import type { Follow } from '../document/references.ts';
import { LeftOut } from '../report/left-out.ts';
import { firstSentence } from '../text.ts';
import { constraintsOf } from './constraints.ts';
import type { Definition } from './draft-parameter.ts';
import { expectPossible } from './expect-possible.ts';
import { isNullable } from './is-nullable.ts';
import { isReadOnly } from './read-only-members.ts';
import { simplify } from './simplify.ts';
import { withRequired } from './with-required.ts';
import { typeOf } from './type-of.ts';

/** The context for turning a schema into a parameter. */
export interface DefineContext {
  readonly follow: Follow;
  /** How many values inside of others may still be described; schemas that refer to each other have no end. */
  readonly budget: { left: number };
  /** Whether null can be sent, as in JSON. */
  readonly sendsNull?: boolean;
  /** Called for each rule of a schema that an adapter cannot express. */
  readonly note: (what: string) => void;
}

const descriptionLength = 160;
/** How deep lists and objects are described; the API checks what lies below. */
const describedDepth = 3;
const describedMembers = 40;

/**
 * Describes a schema as a parameter. Rules that cannot be expressed are left out and noted: the API still checks them.
 */
export const define = (schema: Json | undefined, context: DefineContext, depth = describedDepth): Definition => {
  context.budget.left -= 1;
  const plain = simplify(context.follow(schema), context);
  const type = typeOf(plain);
  if (type === 'any' && Array.isArray(plain['type'])) context.note('accepts several types; the API checks them');
  const isDescribed = depth > 0 && context.budget.left > 0;
  const description = firstSentence(plain['description'] ?? plain['title'], descriptionLength);
  const { default: fallback, ...constraints } = constraintsOf(plain, type, context);
  // A default inside a value may belong to another branch of a choice, so that only the API fills it in.
  const isOuter = depth === describedDepth;
  return {
    type,
    ...(description !== '' && { description }),
    ...(type !== 'any' && context.sendsNull === true && isNullable(plain) && { nullable: true }),
    ...constraints,
    ...(isOuter && fallback !== undefined && { default: fallback }),
    ...(type === 'array' && isDescribed && itemsOf(plain, context, depth)),
    ...(type === 'object' && isDescribed && propertiesOf(plain, context, depth)),
  };
};

const itemsOf = (schema: JsonObject, context: DefineContext, depth: number): { items?: Definition } => {
  const { items } = schema;
  if (!isJsonObject(items) || Object.keys(context.follow(items)).length === 0) return {};
  const { description: _description, ...definition } = define(items, context, depth - 1);
  return { items: definition };
};

const propertiesOf = (
  schema: JsonObject,
  context: DefineContext,
  depth: number,
): Pick<Definition, 'properties' | 'additional_properties'> => {
  const { properties: declared, required } = schema;
  if (!isJsonObject(declared)) return {};
  expectPossible(schema);
  const properties = withRequired(declared, required);
  const members = Object.entries(properties).filter(
    ([name, member]) => isMemberName(name) && !isReadOnly(member, context),
  );
  if (members.length === 0 || members.length > describedMembers) return {};
  const demanded = new Set(Array.isArray(required) ? (required as readonly unknown[]) : []);
  const isOpen = schema['additionalProperties'] === true || isJsonObject(schema['additionalProperties']);
  const definitions = members.flatMap(([name, member]) => {
    const isRequired = demanded.has(name);
    const definition = isRequired ? define(member, context, depth - 1) : defineOptional(name, member, context, depth);
    return definition ? [[name, { ...definition, ...(isRequired && { required: true as const }) }] as const] : [];
  });
  if (definitions.length === 0) return {};
  return {
    properties: Object.fromEntries(definitions),
    ...((isOpen || members.length < Object.keys(properties).length) && { additional_properties: true }),
  };
};

/** A member that no value fits is left out. */
const defineOptional = (
  name: string,
  member: Json | undefined,
  context: DefineContext,
  depth: number,
): Definition | undefined => {
  try {
    return define(member, context, depth - 1);
  } catch (error) {
    if (!(error instanceof LeftOut)) throw error;
    context.note(`has a member '${name}' that is omitted: ${error.message}`);
    return undefined;
  }
};

/** A name that can be a key of a file which is read into objects. */
const isMemberName = (name: string): boolean =>
  !['__proto__', 'constructor', 'prototype', '<<'].includes(name) &&
  !looksLikeSecret(name) &&
  !hasHiddenCharacters(name) &&
  /^.{1,128}$/u.test(name);
