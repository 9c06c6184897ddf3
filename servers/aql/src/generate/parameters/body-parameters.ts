import type { Json, JsonObject } from '@recourse/contract';
import { formType, hasMembers, isJsonType, multipartType } from '../../adapter/media-types.ts';
import { LeftOut } from '../report/left-out.ts';
import { firstSentence } from '../text.ts';
import { bodyContent } from './body-content.ts';
import type { Content } from './body-content.ts';
import { bodyMembers } from './body-members.ts';
import { define } from './define.ts';
import type { DefineContext } from './define.ts';
import type { Definition } from './draft-parameter.ts';
import type { RequestParameter } from './request-parameters.ts';
import { simplify } from './simplify.ts';
import { typeOf } from './type-of.ts';

/** The body of an operation: members, or one value as a whole. */
export interface Body {
  readonly parameters: readonly RequestParameter[];
  /** Whether its only parameter is the whole body. */
  readonly isWhole: boolean;
  readonly required: boolean;
  /** Undefined for `application/json`. */
  readonly mediaType: string | undefined;
  readonly schema: JsonObject;
}

/** The body of an operation; undefined if it takes none. Throws LeftOut if it takes one that adapters cannot send. */
export const bodyOf = (requestBody: Json | undefined, given: DefineContext): Body | undefined => {
  const found = bodyContent(requestBody, given);
  if (!found) return undefined;
  const { content, required } = found;
  const { mediaType = 'application/json' } = content;
  const context = { ...given, sendsNull: isJsonType(mediaType) };
  const plain = simplify(content.schema, context);
  // A form always has members; JSON without a schema may be any value.
  const isEmpty = Object.keys(plain).length === 0;
  const type = isEmpty && !isJsonType(mediaType) ? 'object' : typeOf(plain);
  if (!hasMembers(mediaType) || type !== 'object') return wholeBody(content, { required, type }, context);
  const parameters = bodyMembers(plain, content, { required, context });
  return { parameters, isWhole: false, required, mediaType: content.mediaType, schema: content.schema };
};

/** A body whose members have no names, as one parameter. */
export const asWhole = (body: Body, context: DefineContext): Body => {
  const { mediaType = 'application/json' } = body;
  if (!isJsonType(mediaType)) throw new LeftOut('open_body', 'its body has no named members');
  return whole(define(body.schema, { ...context, sendsNull: true }), body, context);
};

const wholeBody = (
  { schema, mediaType }: Content,
  { required, type }: { readonly required: boolean; readonly type: string },
  context: DefineContext,
): Body => {
  const sent = mediaType ?? 'application/json';
  if (isJsonType(sent)) return whole(define(schema, context), { required, mediaType, schema }, context);
  if (sent === formType || sent === multipartType) {
    throw new LeftOut('body_not_object', `its body is a form, but its schema is of type ${type}`);
  }
  const description = firstSentence(schema['description'], 160);
  const isText = sent.startsWith('text/');
  return whole(
    { type: isText ? 'string' : 'file', ...(description !== '' && { description }) },
    { required, mediaType, schema },
    context,
  );
};

const whole = (
  definition: Definition,
  { required, mediaType, schema }: Pick<Body, 'required' | 'mediaType' | 'schema'>,
  context: DefineContext,
): Body => {
  context.note("its body is passed as one parameter, 'body'");
  const parameter = { wireName: 'body', in: 'body', required, sensitive: false, whole: true, definition } as const;
  return { parameters: [parameter], isWhole: true, required, mediaType, schema };
};
