import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { isJsonType, multipartType } from '../../adapter/media-types.ts';
import { LeftOut } from '../report/left-out.ts';
import type { Content } from './body-content.ts';
import { define } from './define.ts';
import type { DefineContext } from './define.ts';
import { expectPossible } from './expect-possible.ts';
import { inMultipart } from './in-multipart.ts';
import { isSensitive } from './is-sensitive.ts';
import { isReadOnly } from './read-only-members.ts';
import { exampleOf, isSendable } from './request-parameters.ts';
import type { RequestParameter } from './request-parameters.ts';
import { withRequired } from './with-required.ts';

const maximumMembers = 1000;

/** The members of a body as parameters, the required ones first. Throws LeftOut if a required one cannot be sent. */
export const bodyMembers = (
  plain: JsonObject,
  content: Content,
  { required, context }: { readonly required: boolean; readonly context: DefineContext },
): readonly RequestParameter[] => {
  expectPossible(plain);
  const properties = withRequired(isJsonObject(plain['properties']) ? plain['properties'] : {}, plain['required']);
  const demanded = Array.isArray(plain['required']) ? (plain['required'] as readonly unknown[]) : [];
  const parameters = Object.entries(properties).flatMap(
    ([name, member]) => offer(name, member, { required: demanded.includes(name) && required, content, context }) ?? [],
  );
  if (parameters.length > maximumMembers) context.note(`only ${maximumMembers} members of its body are included`);
  const sorted = parameters.toSorted((a, b) => Number(b.required) - Number(a.required)).slice(0, maximumMembers);
  return sorted.length > 0 && isOpen(plain) ? [...sorted, otherMembers] : sorted;
};

/** Whether a schema says that it takes members that it does not name. */
const isOpen = ({ additionalProperties, unevaluatedProperties, patternProperties }: JsonObject): boolean =>
  [additionalProperties, unevaluatedProperties].some((more) => more === true || isJsonObject(more)) ||
  isJsonObject(patternProperties);

const otherMembers: RequestParameter = {
  wireName: 'other_members',
  in: 'body',
  required: false,
  sensitive: false,
  spread: true,
  definition: { type: 'object', description: 'Further members of the body, by name.' },
};

interface MemberOptions {
  readonly required: boolean;
  readonly content: Content;
  readonly context: DefineContext;
}

/** One member as a parameter. One that cannot be sent is noted; if it is required, the operation is left out. */
const offer = (name: string, member: Json | undefined, options: MemberOptions): RequestParameter | undefined => {
  try {
    return memberOf(name, member, options);
  } catch (error) {
    if (!(error instanceof LeftOut) || options.required) throw error;
    options.context.note(`a member of its body is omitted: ${error.message}`);
    return undefined;
  }
};

const memberOf = (
  name: string,
  member: Json | undefined,
  { required, content, context }: MemberOptions,
): RequestParameter | undefined => {
  if (isReadOnly(member, context)) return undefined;
  const schema = context.follow(member);
  if (!isSendable(name, 'body')) throw new LeftOut('unsafe_name', 'its name cannot be sent');
  const noted: DefineContext = { ...context, note: (what) => context.note(`'${name}' ${what}`) };
  const defined = define(schema, noted);
  const types = content.typesOf(name);
  const isMultipart = content.mediaType === multipartType;
  const { definition, ...part } = isMultipart
    ? inMultipart(defined, schema, { types, context })
    : { definition: defined };
  const isComposed = definition.type === 'object' || definition.type === 'array';
  if (isComposed && definition.items?.type !== 'file' && types.length > 0 && !types.some(isJsonType)) {
    throw new LeftOut('binary', `'${name}' is of type ${definition.type} but is sent as ${types.join(', ')}`);
  }
  return {
    wireName: name,
    in: 'body',
    required: required && definition.default === undefined,
    sensitive: isSensitive(name, schema),
    ...(isComposed || definition.type === 'any' ? content.styleOf(name) : {}),
    ...part,
    definition,
    ...exampleOf({}, schema, definition.type),
  };
};
