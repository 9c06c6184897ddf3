import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { Follow } from './document/references.ts';
import { define } from './parameters/define.ts';
import type { DefineContext } from './parameters/define.ts';
import type { DraftParameter } from './parameters/draft-parameter.ts';
import { nameParameters } from './parameters/name-parameters.ts';
import { isSendable } from './parameters/request-parameters.ts';
import { simplify } from './parameters/simplify.ts';
import { typeName } from './operations/returns-of.ts';
import { firstSentence } from './text.ts';
import { isOfType } from './parameters/constraints.ts';

/** A type that introspection shows, before it is written down. */
export interface DraftType {
  readonly name: string;
  readonly kind: 'enum' | 'object' | 'scalar';
  readonly description?: string;
  readonly values?: readonly Json[];
  readonly fields?: readonly DraftParameter[];
}

const maximumFields = 40;

/** The schemas of the document that answers are made of, by the names that the operations use for them. */
export const typesOf = (document: JsonObject, names: ReadonlySet<string>, follow: Follow): readonly DraftType[] => {
  const components = isJsonObject(document['components']) ? document['components'] : {};
  const schemas = isJsonObject(components['schemas']) ? components['schemas'] : {};
  const context: DefineContext = { follow, budget: { left: 1_000_000 }, note: () => {} };
  const types = new Map<string, DraftType>();
  for (const [key, schema] of Object.entries(schemas)) {
    const name = typeName({ $ref: `#/components/schemas/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` });
    if (name === undefined || !names.has(name) || types.has(name)) continue;
    types.set(name, toType(name, simplify(follow(schema), context), context));
  }
  // A type that was not found, such as a reference into a path, is written as a name alone.
  for (const name of names) if (!types.has(name)) types.set(name, { name, kind: 'scalar' });
  return [...types.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
};

const toType = (name: string, schema: JsonObject, context: DefineContext): DraftType => {
  const description = firstSentence(schema['description'], 160);
  const shared = { name, ...(description !== '' && { description }) };
  const values = (Array.isArray(schema['enum']) ? (schema['enum'] as readonly Json[]) : []).filter((value) =>
    isOfType(value, 'string'),
  );
  if (values.length > 0 && values.length <= 100) return { ...shared, kind: 'enum', values };
  const fields = fieldsOf(schema, context);
  return fields.length > 0 ? { ...shared, kind: 'object', fields } : { ...shared, kind: 'scalar' };
};

const fieldsOf = (schema: JsonObject, context: DefineContext): readonly DraftParameter[] => {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const sendable = Object.entries(properties).filter(([name]) => isSendable(name, 'body'));
  return nameParameters(
    sendable.slice(0, maximumFields).map(([wireName, member]) => ({
      wireName,
      in: 'body' as const,
      required: required.includes(wireName),
      sensitive: false,
      definition: plainDefinition(member, context),
    })),
    new Set(['constructor', 'prototype']),
  );
};

/** Answers are not checked, so only what a reader wants to know: type and meaning. */
const plainDefinition = (member: Json | undefined, context: DefineContext): DraftParameter['definition'] => {
  const { type, description } = define(member, context, 0);
  return { type, ...(description !== undefined && { description }) };
};
