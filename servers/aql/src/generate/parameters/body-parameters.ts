import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { LeftOut } from '../report/left-out.ts';
import { define } from './define.ts';
import type { DefineContext } from './define.ts';
import { isSensitive } from './is-sensitive.ts';
import { exampleOf, isSendable } from './request-parameters.ts';
import type { RequestParameter } from './request-parameters.ts';
import { simplify } from './simplify.ts';
import { typeOf } from './type-of.ts';

/** The members of a JSON body. */
export interface Body {
  readonly parameters: readonly RequestParameter[];
  /** Whether it takes members that it does not name. */
  readonly isOpen: boolean;
  readonly required: boolean;
}

const maximumMembers = 100;

/** What an operation takes as its body; undefined where it takes none. Throws where it takes one that is not JSON's object. */
export const bodyOf = (requestBody: Json | undefined, context: DefineContext): Body | undefined => {
  if (requestBody === undefined) return undefined;
  const body = context.follow(requestBody);
  const required = body['required'] === true;
  const schema = jsonSchemaOf(body, required, context);
  if (!schema) return undefined;
  const plain = simplify(schema, context);
  const properties = isJsonObject(plain['properties']) ? plain['properties'] : {};
  const type = Object.keys(plain).length > 0 ? typeOf(plain) : 'object';
  if (type !== 'object') return refuse(required, 'body_not_object', `its body is of type ${type}`, context);
  const demanded = Array.isArray(plain['required']) ? (plain['required'] as readonly unknown[]) : [];
  const parameters: RequestParameter[] = [];
  for (const [name, member] of Object.entries(properties)) {
    const parameter = memberOf(name, member, demanded.includes(name) && required, context);
    if (parameter) parameters.push(parameter);
  }
  if (parameters.length > maximumMembers) context.note(`only ${maximumMembers} members of its body are offered`);
  const { additionalProperties } = plain;
  return {
    parameters: parameters.toSorted((a, b) => Number(b.required) - Number(a.required)).slice(0, maximumMembers),
    isOpen: parameters.length === 0 || additionalProperties === true || isJsonObject(additionalProperties),
    required,
  };
};

const jsonSchemaOf = (body: JsonObject, required: boolean, context: DefineContext): JsonObject | undefined => {
  const content = isJsonObject(body['content']) ? body['content'] : {};
  const kinds = Object.keys(content);
  const json = kinds.find((kind) => isJsonType(kind)) ?? kinds.find((kind) => kind === '*/*');
  if (json !== undefined) return context.follow(context.follow(content[json])['schema']);
  if (kinds.length === 0) return undefined;
  const [kind = ''] = kinds;
  if (kind.startsWith('multipart/')) return refuse(required, 'multipart', `its body is ${kind}`, context);
  if (/xml/.test(kind)) return refuse(required, 'xml', `its body is ${kind}`, context);
  if (kind === 'application/x-www-form-urlencoded') {
    return refuse(required, 'form', `its body is ${kind}`, context);
  }
  return refuse(required, 'binary', `its body is ${kind}`, context);
};

/** `application/json`, with parameters or without, and `application/merge-patch+json`. */
export const isJsonType = (kind: string): boolean => /^(?:application|text)\/(?:[\w.+-]*\+)?json\s*(?:;|$)/i.test(kind);

const refuse = (
  required: boolean,
  reason: ConstructorParameters<typeof LeftOut>[0],
  detail: string,
  context: DefineContext,
): undefined => {
  if (required) throw new LeftOut(reason, detail);
  context.note(`${detail}, and is not offered`);
  return undefined;
};

const memberOf = (
  name: string,
  member: Json | undefined,
  required: boolean,
  context: DefineContext,
): RequestParameter | undefined => {
  const schema = context.follow(member);
  if (schema['readOnly'] === true) return undefined;
  if (!isSendable(name, 'body')) {
    return refuse(required, 'unsafe_name', 'a member of its body has a name that cannot be sent', context);
  }
  const noted: DefineContext = { ...context, note: (what) => context.note(`'${name}' ${what}`) };
  const definition = define(schema, noted);
  return {
    wireName: name,
    in: 'body',
    required: required && definition.default === undefined,
    sensitive: isSensitive(name, schema),
    arrayStyle: 'repeat',
    definition,
    ...exampleOf({}, schema, definition.type),
  };
};
