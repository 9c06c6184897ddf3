import { isFailure } from '@recourse/contract';
import type { Failure, Outcome } from '@recourse/contract';
import type { CallRequest, Server } from '@recourse/engine';
import type { RequestState } from '../asking/request-state.ts';
import { failureError } from '../rpc/messages.ts';
import { rpcErrors } from '../rpc/protocol.ts';
import { taskError } from '../asking/missing-tasks.ts';
import { admit } from './admit.ts';
import type { Cancelling } from './cancelling.ts';
import type { Incoming, Round } from './incoming.ts';
import { localise } from './localise.ts';
import type { Asked, Ended, Outgoing } from './outgoing.ts';
import { refuse } from './refuse.ts';
import { requestOf } from './request.ts';
import type { Running } from './running.ts';
import { settle } from './settle.ts';

/** A server, and the bound that its calls share with the other servers of its door. */
export interface CallPath {
  readonly server: Server;
  readonly running: Running;
}

/**
 * The one path of a tool call, for every wire: admit, build the request, call, settle, localise. The wire renders the
 * result with `render.ts`, and cancels the call through `place`.
 */
export const answerCall = async (
  { server, running }: CallPath,
  incoming: Incoming,
  place: Cancelling,
): Promise<Outgoing> => {
  const startedAt = server.now();
  const request = requestOf(incoming, place);
  const refusal = admit(running, incoming, place);
  if (refusal) {
    refuse(server, request, refusal);
    return ended(await localise(server, request, refusal), request, startedAt);
  }
  try {
    const outgoing = await answerAdmitted(server, request, incoming, startedAt);
    if (incoming.onEnded) await incoming.onEnded(outgoing);
    return outgoing;
  } finally {
    running.leave(place);
  }
};

const answerAdmitted = async (
  server: Server,
  request: CallRequest,
  incoming: Incoming,
  startedAt: number,
): Promise<Outgoing> => {
  const round = incoming.line?.round;
  if (isFailure(round?.state)) return refuseState(server, request, round.state);
  const outcome = await (round?.state ? resume(server, request, round.state, round) : server.call(request));
  if (outcome.ok && !round) return ended(outcome, request, startedAt);
  const needed = incoming.modern && !outcome.ok ? taskError(outcome) : undefined;
  if (needed) return { kind: 'error', error: needed, request };
  const settling = settle(server, request, outcome, incoming);
  const settled = settling instanceof Promise ? await settling : settling;
  if (!('ok' in settled)) return settled;
  const localising = localise(server, request, settled);
  return ended(localising instanceof Promise ? await localising : localising, request, startedAt);
};

const ended = (outcome: Outcome, request: CallRequest, startedAt: number): Ended => ({
  kind: 'outcome',
  outcome,
  request,
  startedAt,
});

/** Only a later round of a stateless call comes here: by then the SDK is loaded. */
const resume = async (server: Server, request: CallRequest, state: RequestState, round: Round): Promise<Outcome> => {
  const module = await import('./settle-by-result.ts');
  return module.resume(server, request, state, round.responses);
};

const refuseState = (server: Server, request: CallRequest, failure: Failure): Asked => {
  refuse(server, request, failure);
  return { kind: 'error', error: failureError(rpcErrors.params, failure), request };
};
