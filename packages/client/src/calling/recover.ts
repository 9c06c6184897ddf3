import type { NextAction } from '@recourse/contract';
import { toCallToolResult } from '@recourse/contract/mcp';
import type { Intent } from '../keys/intents.ts';
import { canonical } from '../keys/intents.ts';
import { idempotencyKeyMetaKey } from '../meta-keys.ts';
import { failAsClient } from '../reading/client-codes.ts';
import type { Reading } from '../reading/reading.ts';
import { strategies } from '../strategies/strategies.ts';
import { end as endWith } from '../strategies/strategy.ts';
import type { Move, ToolRequest } from '../strategies/strategy.ts';
import { isDisconnected } from './answer.ts';
import { Episode } from './episode.ts';
import type { CallOptions } from './episode.ts';
import { mayRepeat } from './may-repeat.ts';
import { recovered } from './recovered.ts';
import type { Recovered } from './recovered.ts';
import type { Settings } from './settings.ts';
import type { Wire } from './wire.ts';

type EndMove = Move & { readonly kind: 'end' };
type Repeat = Move & { readonly kind: 'repeat' };

/**
 * Makes a call, and does what its failures say until it ends. A strategy says what to do; here is decided whether that
 * may be done: no repetition that could do something twice, none past the budget, none in a circle.
 */
export const recover = async (
  given: ToolRequest,
  wire: Wire,
  settings: Settings,
  options: CallOptions = {},
): Promise<Recovered> => {
  const episode = new Episode(wire, settings, options);
  if (!settings.health.mayCall()) return resting(episode, settings);
  const ownKey = given._meta?.[idempotencyKeyMetaKey] !== undefined;
  let request = given;
  let intent: Intent | undefined =
    wire.announced && !ownKey && wire.readsFor(given.name) !== true ? await episode.beginIntent(given) : undefined;
  const acted = new Set<string>();
  let next: Pick<Repeat, 'instead' | 'token'> = {};
  for (let repeats = 0; ; repeats += 1) {
    const sent = next.instead ?? request;
    const answer = await episode.call(sent, intent?.key, next.token);
    const reading = await episode.read(answer, request.name);
    if (!reading) {
      await intent?.settle();
      return finish(episode, endWith('succeeded', 'the call did what it was asked') as EndMove, undefined);
    }
    episode.fail(reading);
    const keyed = wire.announced && (ownKey || intent !== undefined);
    const move = await decide({ episode, reading, request, keyed, repeats, acted, wire, settings });
    if (move.kind === 'end') {
      const isOpen = episode.unanswered && move.end !== 'verified';
      await (isOpen || episode.isCancelled ? intent?.leaveOpen() : intent?.settle());
      return finish(episode, inDoubtIf(isOpen, move), reading);
    }
    if (move.shownAbsent) {
      episode.unanswered = false;
      intent = await intent?.renew();
    }
    request = move.request ?? request;
    // A token is good once. Only where no answer came may the server not have seen it; its key then says so.
    next = reading.source === 'transport' && keyed ? { ...next, ...carried(move) } : carried(move);
  }
};

const carried = ({ instead, token }: Repeat): Pick<Repeat, 'instead' | 'token'> => ({
  ...(instead && { instead }),
  ...(token !== undefined && { token }),
});

interface Deciding {
  readonly episode: Episode;
  readonly reading: Reading;
  readonly request: ToolRequest;
  readonly keyed: boolean;
  readonly repeats: number;
  readonly acted: Set<string>;
  readonly wire: Wire;
  readonly settings: Settings;
}

/** One question, and one more after its token was refused. */
const mostQuestions = 2;

/** What the strategy wants, if it may be done. */
const decide = async (deciding: Deciding): Promise<Move> => {
  const { episode, reading, request, keyed, repeats, acted, wire, settings } = deciding;
  const { failure } = reading;
  if (episode.isCancelled) return endWith('cancelled', 'the caller took it back');
  const reads = await wire.isRead(request.name);
  if (isDisconnected(episode.last) && !wire.reconnect) return endWith('gave_up_server', 'the connection is gone');
  if (failure.recovery === 'confirm' && episode.asked >= mostQuestions)
    return endWith('gave_up_loop', 'the person has been asked often enough');
  if (failure.recovery !== 'retry' && failure.recovery !== 'wait') {
    // Whoever is told the same again after doing what it says would be told so for ever.
    const act = canonical([failure.recovery, failure.code, request.name, request.arguments, repeatable(reading)]);
    if (acted.has(act)) return endWith('gave_up_loop', `${failure.code} came again after what it says was done`);
    acted.add(act);
  }
  const move = await strategies[failure.recovery]({
    reading,
    request,
    reads,
    keyed,
    announced: wire.announced,
    repeats,
    now: settings.now(),
    random: settings.random,
    allows: (action) => settings.allows(action) && !repeatsWrite(action, deciding),
    isRead: wire.isRead,
    look: (action) => episode.look(action),
    ask: (question) => episode.ask(question),
    pause: (ms, why) => episode.pause(ms, why),
    note: (step) => episode.note(step),
  });
  if (move.kind === 'end') return move;
  if (episode.isCancelled) return endWith('cancelled', 'the caller took it back');
  if (!mayRepeat({ failure, reads, keyed }))
    return endWith('in_doubt', 'it may have taken effect, and a repetition could do it twice');
  if (episode.callsLeft < 1) return endWith('gave_up_attempts', `${episode.calls} calls are the budget`);
  if (move.costsRetry && !settings.health.takeRetry())
    return endWith('gave_up_server', 'too many repetitions were needed of late');
  if (!(await episode.pause(move.afterMs, move.why)) || episode.msLeft <= 0)
    return endWith('gave_up_deadline', `${move.afterMs} ms more would go past the deadline`);
  if (episode.isCancelled) return endWith('cancelled', 'the caller took it back');
  return settings.health.mayCall() ? move : endWith('gave_up_server', 'the server failed too often in a row');
};

/** By way of a next action, too, nothing that writes is called twice: neither the caller's own tool nor the action. */
const repeatsWrite = (action: NextAction, { episode, request, wire }: Deciding): boolean =>
  wire.readsFor(action.tool) !== true && (action.tool === request.name || episode.hasMade(action));

/** A question may be asked a second time, after its first token was refused; what else comes again is a circle. */
const repeatable = ({ failure }: Reading): unknown => failure.details?.['confirmation_token'] ?? null;

/** Whatever else it ended in: a call that was sent and not answered may have taken effect. */
const inDoubtIf = (isOpen: boolean, move: EndMove): EndMove =>
  isOpen && move.end !== 'cancelled' ? { ...move, end: 'in_doubt' } : move;

const finish = (episode: Episode, { end, why, answer }: EndMove, reading: Reading | undefined): Recovered => {
  episode.note({ kind: 'end', end, why });
  const { last, steps, calls } = episode;
  return recovered({ end, why, answer: last, instead: answer, failure: reading?.failure, steps, calls });
};

/** The circuit is open: the caller is told when to come back, and nothing is sent. */
const resting = (episode: Episode, { health }: Settings): Recovered => {
  const failure = failAsClient('SERVER_RESTING', {}, { effect: 'none', retry_after_ms: health.restsForMs() });
  const why = 'the server failed several times in a row';
  episode.note({ kind: 'end', end: 'gave_up_server', why });
  return recovered({
    end: 'gave_up_server',
    why,
    answer: { result: toCallToolResult(failure) },
    instead: undefined,
    failure,
    steps: episode.steps,
    calls: 0,
  });
};
