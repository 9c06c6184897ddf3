import { createHash } from 'node:crypto';
import { isJsonObject } from '@recourse/contract';
import type { Json } from '@recourse/contract';

/**
 * The canonical JSON of RFC 8785: keys in order of their UTF-16 units, numbers and strings as ECMAScript writes them.
 */
export const canonicalJson = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalJson(item)).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  let fields = '';
  for (const key of Object.keys(value).sort()) {
    const inner = value[key];
    if (inner === undefined) continue;
    fields += `${fields === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(inner)}`;
  }
  return `{${fields}}`;
};

/** The digest that a token or a key is bound to: equal for equal arguments, regardless of how they were written. */
export const digestOf = (value: Json): string => createHash('sha256').update(canonicalJson(value)).digest('base64url');
