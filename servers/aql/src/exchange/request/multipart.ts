import { randomBytes } from 'node:crypto';
import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { AdapterOperation } from '../../adapter/adapter.ts';
import { isJsonType, multipartType } from '../../adapter/media-types.ts';
import { textOf } from './encode.ts';
import { bytesOf, readFile } from './file.ts';
import { invalidValue, refuseBroken } from './refuse.ts';

/** A body as `multipart/form-data`: one part for each value, several of one name for a list, JSON for objects. */
export const multipartBody = (
  { parameters, input = [] }: AdapterOperation,
  body: JsonObject,
): { readonly content: Uint8Array; readonly type: string } => {
  // Long and random, so that no content can contain it.
  const boundary = `recourse-${randomBytes(24).toString('hex')}`;
  const members = new Map([...input, ...parameters].map((each) => [`${each.in} ${each.wireName}`, each]));
  const parts = Object.entries(body).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const { name = key, file, orFile, contentType } = members.get(`body ${key}`) ?? {};
    const items = Array.isArray(value) ? (value as readonly Json[]) : [value];
    if (items.length === 0) throw invalidValue(name, 'a form cannot contain empty lists; omit the value');
    const part = { param: name, key, contentType };
    return items.map((item) => (file || (orFile && isFile(item)) ? filePart(part, item) : valuePart(part, item)));
  });
  const chunks = parts.flatMap(({ head, content }) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  return {
    content: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    type: `${multipartType}; boundary=${boundary}`,
  };
};

interface Part {
  readonly head: string;
  readonly content: Buffer;
}

/** Facts that the parts of one member share. */
interface Member {
  readonly param: string;
  readonly key: string;
  readonly contentType: string | undefined;
}

const isFile = (value: Json): boolean => isJsonObject(value) && typeof value['content'] === 'string';

const filePart = ({ param, key, contentType = 'application/octet-stream' }: Member, value: Json): Part => {
  const file = readFile(param, value);
  const { fileName = 'file', mimeType = contentType } = file;
  refuseBroken(param, fileName);
  refuseBroken(param, mimeType);
  return {
    head: `${disposition(key)}; filename="${quoted(fileName)}"\r\nContent-Type: ${mimeType}`,
    content: bytesOf(param, file),
  };
};

const valuePart = ({ param, key, contentType }: Member, value: Json): Part => {
  if (value === null) throw invalidValue(param, 'a form cannot contain null; omit the value');
  const type = contentType ?? (typeof value === 'object' ? 'application/json' : undefined);
  const text = type !== undefined && isJsonType(type) ? JSON.stringify(value) : textOf(param, value);
  return {
    head: type === undefined ? disposition(key) : `${disposition(key)}\r\nContent-Type: ${type}`,
    content: Buffer.from(text),
  };
};

const disposition = (key: string): string => `Content-Disposition: form-data; name="${quoted(key)}"`;

/** As browsers write names: what would end the name or the line is percent-encoded. */
const quoted = (text: string): string => text.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
