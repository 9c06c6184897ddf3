import { randomBytes } from 'node:crypto';
import { trustLevels } from '@recourse/engine';
import type { CreatedKey, CreateKeyRequest } from '../ports/keys.ts';

/** Names that the engine gives to callers without a key; a key that bore one would share their state. */
const reservedPrincipals: ReadonlySet<string> = new Set(['local', 'nobody']);
const longestName = 200;

/** A request for a key that must not exist, and why. */
export class KeyRequestError extends Error {
  override readonly name = 'KeyRequestError';
}

/** Draws a key of 256 random bits and an id to speak of it. */
export const drawKey = (request: CreateKeyRequest, now: number): CreatedKey => {
  checkKeyRequest(request);
  const { principal, trust, tools } = request;
  const key = `rk_${randomBytes(32).toString('base64url')}`;
  const id = `key_${randomBytes(6).toString('hex')}`;
  return { key, record: { id, principal, trust, ...(tools && { tools: [...tools] }), created_at: now } };
};

/** Throws a `KeyRequestError` for a key that must not exist. */
export const checkKeyRequest = ({ principal, trust, tools = [] }: CreateKeyRequest): void => {
  if (reservedPrincipals.has(principal)) {
    throw new KeyRequestError(`'${principal}' is the name of callers without a key: choose another principal`);
  }
  for (const name of [principal, ...tools]) {
    if (name === '' || name.length > longestName || /[\p{Cc}\p{Cs}]/u.test(name)) {
      throw new KeyRequestError(`A principal or tool has 1 to ${longestName} characters, none of them invisible`);
    }
  }
  if (!trustLevels.some((level) => level === trust)) {
    throw new KeyRequestError(`'${trust}' is no level of trust: use one of ${trustLevels.join(', ')}`);
  }
};
