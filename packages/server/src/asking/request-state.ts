import { fail, isJsonObject } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { digestOf } from '@recourse/engine/digest';
import type { Server } from '@recourse/engine';
import type { Caller } from '@recourse/engine/front-door';

/** The state that a client carries from one round of a request to the next. */
export interface RequestState {
  /** The token of a call that waits for its user's consent, or has it. */
  readonly token?: string;
  /** The operation that the user is asked about; absent if the user has consented already. */
  readonly operation?: string;
  readonly answers?: Readonly<Record<string, unknown>>;
}

/** The caller and the request that a state is bound to. */
export interface StateOwner {
  readonly caller: Caller;
  readonly method: 'tools/call' | 'prompts/get';
  readonly name: unknown;
  readonly arguments: unknown;
}

type StateServer = Pick<Server, 'sharing' | 'now'>;

/** A state may outlive its token, which is then rejected as expired. */
const longestMs = 24 * 60 * 60 * 1000;

/** Seals a state for its owner. Any process of the installation can read it, until it expires. */
export const mintState = ({ sharing, now }: StateServer, owner: StateOwner, state: RequestState): string =>
  sharing.seals.seal(JSON.stringify({ ...state, expires_at: now() + longestMs }), placeOf(owner));

/**
 * Reads the state of a request: undefined if it has none, a failure if it has expired, was changed or belongs to another
 * request. Which of the last two it is would help only a forger.
 */
export const readState = (
  { sharing, now }: StateServer,
  given: unknown,
  owner: StateOwner,
): RequestState | Failure | undefined => {
  if (given === undefined) return undefined;
  const text = typeof given === 'string' ? sharing.seals.unseal(given, placeOf(owner)) : undefined;
  const state: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!isJsonObject(state)) {
    return fail('TOKEN_INVALID', { token: 'requestState' }, { message: 'Invalid requestState', hint });
  }
  const { expires_at: expiresAt, ...rest } = state;
  if (typeof expiresAt === 'number' && expiresAt > now()) return rest;
  return fail(
    'TOKEN_EXPIRED',
    { token: 'requestState', expired_at: timestamp(Number(expiresAt)), current_time: timestamp(now()) },
    { message: 'The requestState has expired', hint },
  );
};

const hint = 'Make the request again without requestState and inputResponses, and answer the new question.';

const placeOf = ({ caller, method, name, arguments: args = {} }: StateOwner): string => {
  const binding = digestOf([
    caller.principal?.id ?? null,
    method,
    typeof name === 'string' ? name : null,
    isJsonObject(args) ? args : null,
  ]);
  return `request_state ${binding}`;
};

const timestamp = (ms: number): string => new Date(ms).toISOString();
