import { isJsonObject } from '@recourse/contract';
import type { Failure, Json } from '@recourse/contract';
import type { AdapterOperation } from '../../adapter/adapter.ts';
import { formType, isJsonType, multipartType } from '../../adapter/media-types.ts';
import { writeMarked } from '../answers/large-integers.ts';
import type { FailWith } from '../exchange.ts';
import { bytesOf, readFile } from './file.ts';
import type { GivenFile } from './file.ts';
import { formText } from './form.ts';
import { multipartBody } from './multipart.ts';
import { Refused, invalidValue } from './refuse.ts';

const binaryType = 'application/octet-stream';

/** A body as it is sent. */
export interface EncodedBody {
  readonly content: string | Uint8Array;
  readonly type: string;
}

interface EncodeOptions {
  /** Whether it holds values that were read before. */
  readonly isMerged: boolean;
  readonly fail: FailWith;
}

/** Writes a body in the media type of its operation, or says which of its values cannot be sent. */
export const encodeBody = (
  operation: AdapterOperation,
  body: Json,
  { isMerged, fail }: EncodeOptions,
): EncodedBody | Failure => {
  const { mediaType: type = 'application/json' } = operation;
  try {
    if (isJsonType(type)) return { content: isMerged ? writeMarked(JSON.stringify(body)) : JSON.stringify(body), type };
    const members = isJsonObject(body) ? body : {};
    if (type === formType) return { content: formText(operation, members), type };
    if (type === multipartType) return multipartBody(operation, members);
    return plainBody(operation, body, type);
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.answer(fail);
    throw thrown;
  }
};

/** A string or a file that is the whole body. Only if the operation takes several types does the file name its own. */
const plainBody = ({ parameters }: AdapterOperation, body: Json, type: string): EncodedBody => {
  const name = parameters.find(({ whole }) => whole)?.name ?? 'body';
  if (typeof body === 'string') {
    return { content: body, type: `${type.endsWith('/*') ? 'text/plain' : type}; charset=utf-8` };
  }
  const file = readFile(name, body);
  return { content: bytesOf(name, file), type: type.endsWith('/*') ? ownType(name, file, type) : type };
};

/** The type of a file for an operation that takes all types of one kind, such as `image/*`. */
const ownType = (name: string, { mimeType = binaryType }: GivenFile, range: string): string => {
  const kind = range.slice(0, -1);
  if (range !== '*/*' && !mimeType.toLowerCase().startsWith(kind)) {
    throw invalidValue(name, `set content_mime_type to the type of the file, which must begin with '${kind}'`);
  }
  return mimeType;
};
