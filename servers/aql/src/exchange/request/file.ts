import { isJsonObject } from '@recourse/contract';
import type { Json } from '@recourse/contract';
import { invalidValue, wrongType } from './refuse.ts';

/** A file as callers give it: see `fileSchema`. */
export interface GivenFile {
  readonly content: string;
  readonly encoding: 'base64' | 'utf-8';
  readonly mimeType: string | undefined;
  readonly fileName: string | undefined;
}

export const readFile = (param: string, value: Json): GivenFile => {
  if (!isJsonObject(value) || typeof value['content'] !== 'string') throw wrongType(param, 'object', typeof value);
  const { content, content_encoding: encoding, content_mime_type: type, file_name: fileName } = value;
  return {
    content,
    encoding: encoding === 'utf-8' ? 'utf-8' : 'base64',
    mimeType: typeof type === 'string' ? type : undefined,
    fileName: typeof fileName === 'string' ? fileName : undefined,
  };
};

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The bytes of a file. Content that is not base64 is refused: Node would silently skip what it does not know. */
export const bytesOf = (param: string, { content, encoding }: GivenFile): Buffer => {
  if (encoding === 'utf-8') return Buffer.from(content, 'utf8');
  if (!base64.test(content)) {
    throw invalidValue(param, "content must be padded base64; for text, set content_encoding to 'utf-8'");
  }
  return Buffer.from(content, 'base64');
};
