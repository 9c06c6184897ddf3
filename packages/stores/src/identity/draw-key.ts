import { randomBytes } from 'node:crypto';
import { hasHiddenCharacters } from '@recourse/contract/hidden-characters';
import { trustLevels } from '@recourse/engine';
import { keyPrefix } from '@recourse/engine/store-ports';
import type { CreatedKey, CreateKeyRequest } from '../ports/keys.ts';

/** The principals of callers without a key. A key with one of these names would share their state. */
const reservedPrincipals: ReadonlySet<string> = new Set(['local', 'nobody']);
/** How the names of approvers begin who use the command on their machine, and those of callers with access tokens. */
const reservedPrefixes = ['os:', 'oauth:'] as const;
const longestName = 200;

/** Thrown for an invalid request for a key. */
export class KeyRequestError extends Error {
  override readonly name = 'KeyRequestError';
}

/** Draws a key of 256 random bits, and an id that names it in lists and logs. */
export const drawKey = (request: CreateKeyRequest, now: number): CreatedKey => {
  checkKeyRequest(request);
  const { principal, trust, tools, role } = request;
  const key = `${keyPrefix}${randomBytes(32).toString('base64url')}`;
  const id = `key_${randomBytes(6).toString('hex')}`;
  return {
    key,
    record: { id, principal, trust, ...(tools && { tools: [...tools] }), ...(role && { role }), created_at: now },
  };
};

/** Throws a `KeyRequestError` for an invalid request. */
export const checkKeyRequest = ({ principal, trust, tools = [], role }: CreateKeyRequest): void => {
  if (reservedPrincipals.has(principal)) {
    throw new KeyRequestError(`'${principal}' is reserved for callers without a key: choose another principal`);
  }
  const reserved = reservedPrefixes.find((prefix) => principal.startsWith(prefix));
  if (reserved !== undefined) {
    throw new KeyRequestError(
      `Names that begin with '${reserved}' are reserved for principals without a key: choose another principal`,
    );
  }
  if (role === 'approver' && tools.length > 0) throw new KeyRequestError("An approver's key cannot be given tools");
  for (const name of [principal, ...tools]) {
    if (name === '' || name.length > longestName || hasHiddenCharacters(name)) {
      throw new KeyRequestError(`The name of a principal or tool must have 1 to ${longestName} visible characters`);
    }
  }
  if (!trustLevels.some((level) => level === trust)) {
    throw new KeyRequestError(`trust must be one of ${trustLevels.join(', ')}, got '${trust}'`);
  }
};
