import { isFailure } from '@recourse/contract';
import type { Failure, Outcome } from '@recourse/contract';
import { callAtOnce } from '@recourse/engine/front-door';
import type { Server } from '@recourse/engine';
import type { Answering, CallRequest } from '@recourse/engine/front-door';
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
export const answerCall = (path: CallPath, incoming: Incoming, place: Cancelling): Outgoing | Promise<Outgoing> => {
  const { server, running } = path;
  const startedAt = server.now();
  const request = requestOf(incoming, place);
  const refusal = admit(running, incoming, place);
  if (refusal) return answerRefused(server, request, refusal, startedAt);
  if (incoming.line ?? incoming.onEnded) {
    return leaveAfter(answerOnLine(server, request, incoming, startedAt), running, place);
  }
  // One `then` settles the call and gives its place back; each further promise would cost more than both.
  const settled = (outcome: Outcome): Outgoing | Promise<Outgoing> => {
    let outgoing: Outgoing | Promise<Outgoing> | undefined;
    try {
      outgoing = settleCall(server, request, outcome, incoming, startedAt);
    } finally {
      if (!(outgoing instanceof Promise)) running.leave(place);
    }
    return outgoing instanceof Promise ? leaveAfter(outgoing, running, place) : outgoing;
  };
  const failed = (thrown: unknown): never => {
    running.leave(place);
    throw thrown;
  };
  const answer = begin(server, request, failed);
  return answer instanceof Promise ? answer.then(settled, failed) : settled(answer);
};

const begin = (server: Server, request: CallRequest, failed: (thrown: unknown) => never): Answering => {
  try {
    return callAtOnce(server, request);
  } catch (thrown) {
    return failed(thrown);
  }
};

const answerRefused = async (
  server: Server,
  request: CallRequest,
  refusal: Failure,
  startedAt: number,
): Promise<Outgoing> => {
  const failure = refuse(server, request, refusal);
  return ended(await localise(server, request, failure), request, startedAt);
};

/** Gives the place of a call back once it has ended. `finally` would cost four more promises. */
const leaveAfter = (outgoing: Promise<Outgoing>, running: Running, place: Cancelling): Promise<Outgoing> =>
  outgoing.then(
    (ended) => {
      running.leave(place);
      return ended;
    },
    (thrown: unknown) => {
      running.leave(place);
      throw thrown;
    },
  );

/** Answers a call with a line back to its client, or with something to do before it counts as ended. */
const answerOnLine = async (
  server: Server,
  request: CallRequest,
  incoming: Incoming,
  startedAt: number,
): Promise<Outgoing> => {
  const outgoing = await answerRound(server, request, incoming, startedAt);
  await incoming.onEnded?.(outgoing);
  return outgoing;
};

const answerRound = async (
  server: Server,
  request: CallRequest,
  incoming: Incoming,
  startedAt: number,
): Promise<Outgoing> => {
  const round = incoming.line?.round;
  if (isFailure(round?.state)) return refuseState(server, request, round.state);
  const outcome = await (round?.state ? resume(server, request, round.state, round) : server.call(request));
  return settleCall(server, request, outcome, incoming, startedAt);
};

/** Settles the outcome of a call; at once unless the client has to be asked or words have to be loaded. */
const settleCall = (
  server: Server,
  request: CallRequest,
  outcome: Outcome,
  incoming: Incoming,
  startedAt: number,
): Outgoing | Promise<Outgoing> => {
  if (outcome.ok && !incoming.line?.round) return ended(outcome, request, startedAt);
  const needed = incoming.modern && !outcome.ok ? taskError(outcome) : undefined;
  if (needed) return { kind: 'error', error: needed, request };
  const settled = settle(server, request, outcome, incoming);
  return settled instanceof Promise
    ? settled.then((asked) => ('ok' in asked ? endLocalised(server, request, asked, startedAt) : asked))
    : endLocalised(server, request, settled, startedAt);
};

const endLocalised = (
  server: Server,
  request: CallRequest,
  outcome: Outcome,
  startedAt: number,
): Ended | Promise<Ended> => {
  const localised = localise(server, request, outcome);
  return localised instanceof Promise
    ? localised.then((said) => ended(said, request, startedAt))
    : ended(localised, request, startedAt);
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
  const refused = refuse(server, request, failure);
  return { kind: 'error', error: failureError(rpcErrors.params, refused), request };
};
