import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { formType, isJsonType, multipartType, plainType } from '../../adapter/media-types.ts';
import { LeftOut } from '../report/left-out.ts';
import type { DefineContext } from './define.ts';
import { holdsFiles } from './in-multipart.ts';
import type { RequestParameter } from './request-parameters.ts';

/** The body that an adapter sends, of those that an operation takes. */
export interface Content {
  readonly schema: JsonObject;
  /** Undefined for `application/json`. */
  readonly mediaType: string | undefined;
  /** How a list or an object in a form is written. */
  readonly styleOf: (member: string) => Pick<RequestParameter, 'style' | 'explode'>;
  /** The media types that the document gives a member of a form. */
  readonly typesOf: (member: string) => readonly string[];
}

const binaryType = 'application/octet-stream';

/** JSON first, a merge patch before a list of changes, then forms, strings and files. XML would have to be built. */
const preferred: readonly ((kind: string) => boolean)[] = [
  (kind) => kind === 'application/json',
  (kind) => kind === '*/*',
  (kind) => kind === 'application/merge-patch+json',
  isJsonType,
  (kind) => kind === formType,
  (kind) => kind === multipartType,
  (kind) => kind.startsWith('text/') && kind !== 'text/xml',
  (kind) => !/xml|^multipart\//.test(kind) && /^[a-z]+\/(?:\*|[a-z0-9][\w.+-]*)$/.test(kind),
];

/** The first body that adapters can send. An operation whose body cannot be sent is left out, also if it is optional. */
const contentOf = (body: JsonObject, context: DefineContext): Content | undefined => {
  const content = isJsonObject(body['content']) ? body['content'] : {};
  const kinds = Object.keys(content);
  const [first = ''] = kinds;
  if (kinds.length === 0) return undefined;
  const schemaOf = (kind: string): JsonObject => context.follow(context.follow(content[kind])['schema']);
  // Nothing else carries files.
  const withFiles = kinds.find((kind) => plainType(kind) === multipartType && holdsFiles(schemaOf(kind), context));
  const usable =
    withFiles ??
    preferred.map((accepts) => kinds.find((kind) => accepts(plainType(kind)))).find((kind) => kind !== undefined);
  if (usable === undefined) throw new LeftOut(/xml/.test(first) ? 'xml' : 'binary', `its body is ${first}`);
  const { encoding } = context.follow(content[usable]);
  const schema = schemaOf(usable);
  const encodings = isJsonObject(encoding) ? encoding : {};
  const mediaType = plainType(usable) === '*/*' && schema['format'] === 'binary' ? binaryType : plainType(usable);
  const ofMember = (member: string): JsonObject => context.follow(encodings[member]);
  return {
    schema,
    mediaType: ['application/json', '*/*', 'text/json'].includes(mediaType) ? undefined : mediaType,
    // Parts of a form with files are not written in a style.
    styleOf: (member) => (mediaType === formType ? formStyle(ofMember(member)) : {}),
    typesOf: (member) => {
      const { contentType } = ofMember(member);
      return typeof contentType === 'string' ? contentType.split(',').map(plainType) : [];
    },
  };
};

const formStyle = ({ style, explode, contentType }: JsonObject): Pick<RequestParameter, 'style' | 'explode'> => {
  if (style === 'deepObject') return { style };
  if (explode !== true && (style === 'spaceDelimited' || style === 'pipeDelimited')) return { style };
  // A style counts more than a media type.
  if (
    style === undefined &&
    explode === undefined &&
    typeof contentType === 'string' &&
    isJsonType(plainType(contentType))
  ) {
    return { style: 'json' };
  }
  return explode === false ? { explode } : {};
};

/** The body of an operation, and whether it is required. */
export const bodyContent = (
  requestBody: Json | undefined,
  context: DefineContext,
): { readonly content: Content; readonly required: boolean } | undefined => {
  if (requestBody === undefined) return undefined;
  const body = context.follow(requestBody);
  const content = contentOf(body, context);
  return content && { content, required: body['required'] === true };
};
