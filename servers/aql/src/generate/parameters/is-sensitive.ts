import type { JsonObject } from '@recourse/contract';
import { wordsOf } from '../operations/words.ts';

const secrets = new Set(
  'password passwd passphrase secret secrets token credential credentials authorization otp cvv cvc ssn pin'.split(' '),
);
const pairs = new Set(['api key', 'access key', 'private key', 'signing key', 'card number', 'client secret']);
/** Words of harmless tokens: the position in a list, or how much a model may write. */
const harmless = new Set('page next previous prev continuation continue sync cursor max min count csrf'.split(' '));

/** Whether a value must not be shown: by its schema, or by its name. */
export const isSensitive = (name: string, schema: JsonObject): boolean => {
  if (schema['format'] === 'password' || (schema['writeOnly'] === true && schema['type'] === 'string')) return true;
  if (schema['type'] === 'boolean' || schema['type'] === 'integer') return false;
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (pairs.has(words.slice(-2).join(' '))) return true;
  return secrets.has(last) && !words.some((word) => harmless.has(word));
};
