import { randomBytes } from 'node:crypto';
import { createRequestStateCodec } from '@modelcontextprotocol/server';
import type { ServerContext } from '@modelcontextprotocol/server';
import { isJsonObject } from '@recourse/contract';
import { digestOf } from '@recourse/engine/digest';
import type { Caller } from '@recourse/engine';

/**
 * What a client carries from one round of a request to the next. It is signed but not secret: a token alone proves no
 * consent, and the answers are the client's own.
 */
export interface RequestState {
  /** A digest of the request that it belongs to. */
  readonly of: string;
  /** The token of a call that waits for its user's consent, or has it. */
  readonly token?: string;
  /** The operation that the user is asked about; absent if the user has consented already. */
  readonly operation?: string;
  readonly answers?: Readonly<Record<string, unknown>>;
}

/** What a state is bound to: the caller and the request. */
export interface StateOwner {
  readonly caller: Caller;
  readonly method: 'tools/call' | 'prompts/get';
  readonly name: unknown;
  readonly arguments: unknown;
}

const secondsOfDay = 24 * 60 * 60;
/** The key lives as long as the process. A state may outlive its token, which is then rejected as expired. */
const states = createRequestStateCodec<RequestState>({ key: randomBytes(32), ttlSeconds: secondsOfDay });

export const mintState = (owner: StateOwner, state: Omit<RequestState, 'of'>): Promise<string> =>
  states.mint({ ...state, of: bindingOf(owner) });

/** Reads the state of a request: undefined if it has none, `invalid` if it is not ours or belongs to another request. */
export const readState = async (
  context: ServerContext,
  owner: StateOwner,
): Promise<RequestState | 'invalid' | undefined> => {
  const state = context.mcpReq.requestState();
  if (state === undefined) return undefined;
  if (typeof state !== 'string') return 'invalid';
  try {
    const read = await states.verify(state, context);
    return read.of === bindingOf(owner) ? read : 'invalid';
  } catch {
    return 'invalid';
  }
};

const bindingOf = ({ caller, method, name, arguments: args = {} }: StateOwner): string =>
  digestOf([
    caller.principal?.id ?? null,
    method,
    typeof name === 'string' ? name : null,
    isJsonObject(args) ? args : null,
  ]);
