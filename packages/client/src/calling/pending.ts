import { createHash } from 'node:crypto';
import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import { canonical } from '../canonical.ts';
import { keptMs } from '../keys/key-store.ts';
import { idempotencyKeyMetaKey } from '../meta-keys.ts';
import type { Question, ToolRequest } from '../strategies/strategy.ts';

/**
 * A call that waits for a person, as plain JSON: it can be stored, sent, and resumed by another process. It holds no
 * token. Resuming it makes the call again with the same key, and the server asks again. However often it is resumed, it
 * has one effect.
 */
export interface Pending {
  readonly version: 1;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly question: Question;
  /** The idempotency key of the call. */
  readonly key: string;
  /** The rest of the budget. */
  readonly budget: { readonly attempts: number; readonly seconds: number };
  /** When the call was suspended, in milliseconds since 1970. */
  readonly created_at: number;
}

/** The digest of what a person is asked. A yes is valid only for this question. */
export const questionDigest = ({ tool, arguments: args, message, reasons, danger }: Question): string =>
  createHash('sha256')
    .update(canonical([tool, args, message, reasons, danger]))
    .digest('base64url');

/** After this a server may have forgotten the key, and a call with it could run a second time. */
export const isTooOld = ({ created_at: createdAt }: Pending, now: number): boolean =>
  now - createdAt >= keptMs || createdAt > now + keptMs;

/**
 * The budget of a resumed call. Asking for the question again is not counted: it was, before the call was suspended.
 */
export const budgetOfPending = ({ budget }: Pending): Pending['budget'] => ({
  ...budget,
  attempts: budget.attempts + 1,
});

/** Restores a pending call with its key. */
export const requestOfPending = ({ tool, arguments: args, key }: Pending): ToolRequest => ({
  name: tool,
  arguments: args,
  _meta: { [idempotencyKeyMetaKey]: key },
});

/** Checks a value that was stored or sent. Throws if it is not a pending call. */
export const parsePending = (value: unknown): Pending => {
  if (!isPending(value)) throw new TypeError('Not a valid pending call');
  return value;
};

const isPending = (value: unknown): value is Pending => {
  if (!isJsonObject(value) || value['version'] !== 1) return false;
  const { tool, arguments: args, question, key, budget, created_at: createdAt } = value;
  return (
    typeof tool === 'string' &&
    isJsonObject(args) &&
    isJsonObject(question) &&
    typeof question['message'] === 'string' &&
    Array.isArray(question['reasons']) &&
    typeof key === 'string' &&
    key !== '' &&
    isJsonObject(budget) &&
    Number.isSafeInteger(budget['attempts']) &&
    Number(budget['attempts']) > 0 &&
    typeof budget['seconds'] === 'number' &&
    budget['seconds'] > 0 &&
    typeof createdAt === 'number'
  );
};
