import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { DefineContext } from './define.ts';
import { extensionsOf, tagOf } from './discriminator.ts';
import { isNull, isNullable } from './is-nullable.ts';
import { typeOf } from './type-of.ts';
import { withRequired } from './with-required.ts';

const mostParts = 100;
/** Choices inside choices multiply; beyond so many, a schema is not looked into. */
const deepestBudget = -2000;

/**
 * One plain schema for a composed one. It accepts every value that the composed one accepts: all of `allOf` together,
 * what the branches of `oneOf` and `anyOf` have in common, and the members that a condition brings. Where branches
 * differ, the API checks the rest.
 */
export const simplify = (schema: JsonObject, context: DefineContext): JsonObject => {
  const { plain, conditional } = takeApart(schema, context, new Set());
  return conditional.length === 0 ? plain : withMembers(plain, conditional, context);
};

interface Parts {
  readonly plain: JsonObject;
  /** Schemas that apply under a condition, and not to members that are described without one. */
  readonly conditional: readonly JsonObject[];
}

interface Place {
  /** Whether a schema that applies to the same value is about objects. */
  readonly isBesideObject: boolean;
  /** Whether it is one of several schemas that apply together. */
  readonly isPart: boolean;
}

const alone: Place = { isBesideObject: false, isPart: false };

const takeApart = (
  schema: JsonObject,
  context: DefineContext,
  seen: ReadonlySet<object>,
  { isBesideObject, isPart }: Place = alone,
): Parts => {
  context.budget.left -= 1;
  // A schema that contains itself says nothing new the second time.
  if (seen.has(schema) || seen.size > mostParts || context.budget.left < deepestBudget) {
    return { plain: {}, conditional: [] };
  }
  const within = new Set([...seen, schema]);
  const { allOf, oneOf, anyOf, then, else: otherwise, dependentSchemas, ...own } = schema;
  const dependent = isJsonObject(dependentSchemas) ? Object.values(dependentSchemas) : [];
  const isObject = isBesideObject || [own, ...listOf(allOf, context)].some((part) => typeOf(part) === 'object');
  const inside = (value: unknown, place: Partial<Place> = {}): readonly Parts[] =>
    listOf(value, context).map((part) =>
      takeApart(part, context, within, { isBesideObject: isObject, isPart: false, ...place }),
    );
  const conditions = inside([then, otherwise, ...dependent].filter(isJsonObject));
  const isExtended = isPart || own['properties'] !== undefined || (Array.isArray(allOf) && allOf.length > 1);
  const all = inside(allOf, { isPart: isExtended });
  const extensions = inside(extensionsOf(schema, { isPart, context }), { isBesideObject: true });
  // A value need not be one of the extensions.
  const extended = extensions.length > 0 ? [...extensions, { plain: { properties: {} }, conditional: [] }] : [];
  const choices = [...[oneOf, anyOf].map((list) => inside(list)), extended];
  const parts = all.map(({ plain }) => plain);
  for (const choice of choices) {
    const branches = choice.map(({ plain }) => plain);
    const others = branches.filter((branch) => !isNull(branch));
    if (others.length > 0)
      parts.push({ ...commonOf(others, { isObject, context }), ...(branches.some(isNullable) && { nullable: true }) });
  }
  const merged = [...parts, own].reduce(bothOf, {});
  return {
    plain: choices.some(({ length }) => length > 0) ? withTag(merged, tagOf(own)) : merged,
    conditional: [
      // Where only named members are allowed, these would be additional ones.
      ...(own['additionalProperties'] === false ? [] : conditions.map(({ plain }) => plain)),
      ...[...conditions, ...all, ...choices.flat()].flatMap(({ conditional }) => conditional),
    ],
  };
};

/** Some documents leave it to the discriminator to say that there is a tag. */
const withTag = (plain: JsonObject, tag: string | undefined): JsonObject => {
  const { properties } = plain;
  if (tag === undefined || !isJsonObject(properties) || Object.hasOwn(properties, tag)) return plain;
  return { ...plain, properties: { [tag]: { type: 'string' }, ...properties } };
};

/** The schema with those members of the conditional ones that it does not have itself, all of them optional. */
const withMembers = (plain: JsonObject, conditional: readonly JsonObject[], context: DefineContext): JsonObject => {
  const own = isJsonObject(plain['properties']) ? plain['properties'] : {};
  // None of them applies always.
  const { properties } = commonObject([...conditional, { properties: {} }], context);
  const members = { ...(properties as JsonObject), ...own };
  return Object.keys(members).length > 0 ? { ...plain, properties: members } : plain;
};

const listOf = (value: unknown, { follow }: DefineContext): readonly JsonObject[] =>
  Array.isArray(value) ? value.map((part) => follow(part)) : [];

/** A schema for values that fit both; what the second says alone wins, such as its description. */
const bothOf = (one: JsonObject, other: JsonObject): JsonObject => {
  const merged: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const before = merged[key];
    if (key === 'properties' && isJsonObject(value) && isJsonObject(before)) merged[key] = membersOfBoth(before, value);
    else if (key === 'required' && Array.isArray(value) && Array.isArray(before)) {
      merged[key] = [...new Set([...(before as readonly unknown[]), ...(value as readonly unknown[])])];
    } else if (key === 'enum' && Array.isArray(value) && Array.isArray(before)) {
      const common = (before as readonly unknown[]).filter((item) => (value as readonly unknown[]).includes(item));
      merged[key] = common.length > 0 ? common : [...(before as readonly unknown[]), ...(value as readonly unknown[])];
    } else if (key !== 'type' || value !== 'any' || before === undefined) merged[key] = value;
  }
  return merged as JsonObject;
};

const membersOfBoth = (one: JsonObject, other: JsonObject): JsonObject => {
  const shared = Object.keys(other).filter((name) => Object.hasOwn(one, name) && one[name] !== other[name]);
  const both = shared.map((name): readonly [string, Json] => [name, { allOf: [one[name] ?? {}, other[name] ?? {}] }]);
  return { ...one, ...other, ...Object.fromEntries(both) };
};

/** A schema for values that fit any of several. */
const commonOf = (
  choices: readonly JsonObject[],
  { isObject, context }: { readonly isObject: boolean; readonly context: DefineContext },
): JsonObject => {
  const [first = {}] = choices;
  if (choices.length === 1) return first;
  if (choices.every((choice) => isAboutMembers(choice, isObject))) return commonObject(choices, context);
  const types = new Set(choices.map(typeOf));
  if (types.size > 1) {
    context.note('accepts several types; the API checks them');
    return { type: 'any' };
  }
  const [type = 'any'] = types;
  if (type === 'array') return { type, items: { anyOf: choices.map(({ items }) => items ?? {}) } };
  const lists = choices.map((choice) => (choice['const'] === undefined ? choice['enum'] : [choice['const']]));
  return lists.every((list) => Array.isArray(list)) ? { type, enum: [...new Set(lists.flat())] as Json[] } : { type };
};

/** Whether a branch is about objects: by its type, or without one by what it requires or by what it is a part of. */
const isAboutMembers = (choice: JsonObject, isObject: boolean): boolean =>
  typeOf(choice) === 'object' ||
  (typeOf(choice) === 'any' && choice['type'] === undefined && (isObject || Array.isArray(choice['required'])));

const commonObject = (choices: readonly JsonObject[], context: DefineContext): JsonObject => {
  const members = choices.map(({ properties, required }) =>
    withRequired(isJsonObject(properties) ? properties : {}, required),
  );
  const names = [...new Set(members.flatMap((each) => Object.keys(each)))];
  const demands = choices.map(({ required }) => (Array.isArray(required) ? (required as readonly Json[]) : []));
  const isOpen = choices.some(
    ({ properties, additionalProperties: more }) => !isJsonObject(properties) || more === true || isJsonObject(more),
  );
  const memberOf = (name: string): Json => {
    const found = members.flatMap((each) => each[name] ?? []);
    const common = anyOf(found);
    // The default of a member applies only to the branches that have it. Null overrides it, and those of its parts.
    return found.length < choices.length ? { ...context.follow(common), default: null } : common;
  };
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, memberOf(name)])),
    required: (demands[0] ?? []).filter((name) => demands.every((list) => list.includes(name))),
    ...(isOpen && { additionalProperties: true }),
  };
};

const anyOf = (schemas: readonly Json[]): Json => {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return distinct.length === 1 ? (distinct[0] ?? {}) : { anyOf: distinct };
};
