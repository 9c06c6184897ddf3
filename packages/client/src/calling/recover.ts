import type { Intent } from '../keys/intents.ts';
import { idempotencyKeyMetaKey } from '../meta-keys.ts';
import type { Reading } from '../reading/reading.ts';
import type { EndMove, Repeat, ToolRequest } from '../strategies/strategy.ts';
import type { Answer } from './answer.ts';
import { Decisions, takenBack } from './decide.ts';
import { Episode } from './episode.ts';
import type { Again, CallOptions } from './episode.ts';
import { recovered } from './recovered.ts';
import type { Recovered } from './recovered.ts';
import type { Settings } from './settings.ts';
import { findUnsent } from './unsent.ts';
import type { Wire } from './wire.ts';

/**
 * Makes a call, and does what its failures say until it ends. A strategy says what to do; `Decisions` decides whether
 * that may be done: no repetition that could do something twice, none past the budget, none in a circle.
 */
export const recover = async (
  given: ToolRequest,
  wire: Wire,
  settings: Settings,
  options: CallOptions = {},
): Promise<Recovered> => {
  const unsent = findUnsent(given, settings);
  if (unsent) return unsent;
  const episode = new Episode(wire, settings, options);
  if (episode.isCancelled) {
    episode.last = { thrown: options.signal?.reason };
    return finish(episode, takenBack, undefined);
  }
  const ownKey = given._meta?.[idempotencyKeyMetaKey] !== undefined;
  const begun =
    wire.announced && !ownKey && wire.readsFor(given.name) !== true
      ? episode.beginIntent(given, options.intent)
      : undefined;
  let intent: Intent | undefined;
  try {
    intent = begun instanceof Promise ? await begun : begun;
  } catch (thrown) {
    episode.last = { thrown };
    return finish(episode, keyNotKept, undefined);
  }
  let decisions: Decisions | undefined;
  let request = given;
  let again: Again = firstTime;
  let earlier: object[] | undefined;
  for (let repeats = 0; ; repeats += 1) {
    const answer = await episode.call(again.instead ?? request, intent?.key, again);
    const found = episode.read(answer, request.name);
    // A success is known at once: most calls are over here, and wait for nothing more.
    const reading = found && (await found);
    if (!reading) {
      settings.loops.succeeded(given);
      const settling = intent?.settle();
      if (settling) await settling.catch(() => undefined);
      return finish(episode, earlier ? succeededInParts(earlier) : succeeded, undefined);
    }
    episode.fail(reading);
    const keyed = wire.announced && (ownKey || intent !== undefined);
    decisions ??= new Decisions(episode, wire, settings);
    const move = await decisions.decide({ reading, request, keyed, repeats });
    if (move.kind === 'end') {
      const isOpen = episode.unanswered && move.end !== 'verified';
      const last = inDoubtIf(isOpen, move);
      const staysOpen = isOpen || episode.isCancelled || leavesDoubt(last, reading);
      // The call has ended as it has: a store that fails now does not change that.
      await (staysOpen ? intent?.leaveOpen() : intent?.settle())?.catch(() => undefined);
      const ended = finish(episode, last, reading);
      settings.loops.ended(given, last.end, { ...reading, failure: ended.failure ?? reading.failure });
      return ended;
    }
    if (move.shownAbsent) {
      episode.unanswered = false;
      intent = await intent?.renew();
    }
    request = move.request ?? request;
    if (move.remaining) {
      earlier ??= [];
      earlier.push(...contentOf(answer));
      await intent?.settle();
      intent = intent && (await episode.beginIntent(request, undefined));
    }
    // A token is good once. Only where no answer came may the server not have seen it; its key then says so.
    const mayBeUnseen = reading.source === 'transport' && keyed;
    again = againBy(move, mayBeUnseen ? again : firstTime);
  }
};

const firstTime: Again = {};

/** Why it was waited for stands with the waiting; what is done at once says so itself. */
const againBy = ({ instead, token, afterMs, why }: Repeat, before: Again): Again => ({
  instead: instead ?? before.instead,
  token: token ?? before.token,
  why: afterMs > 0 ? undefined : why,
});

/** A call whose key could not be written down could be made a second time after a restart. */
const keyNotKept: EndMove = {
  kind: 'end',
  end: 'needs_person',
  why: 'its idempotency key could not be written down, and nothing was sent',
};

const succeeded: EndMove = { kind: 'end', end: 'succeeded', why: 'the call did what it was asked' };

/** The last answer knows only of its own part; what was done before stands behind it. */
const succeededInParts = (content: readonly object[]): EndMove => ({
  kind: 'end',
  end: 'succeeded',
  why: 'the call did what it was asked, in parts; what its earlier answers said stands behind the last',
  answer: { kind: 'more', content },
});

const contentOf = (answer: Answer): readonly object[] => {
  const { content } = 'result' in answer ? (answer.result as { readonly content?: unknown }) : {};
  return Array.isArray(content) ? (content as readonly object[]) : [];
};

/** Whatever else it ended in: a call that was sent and not answered may have taken effect. */
const inDoubtIf = (isOpen: boolean, move: EndMove): EndMove =>
  isOpen && move.end !== 'cancelled' ? { ...move, end: 'in_doubt' } : move;

/** The server has answered and does not know. An equal call, made by a model that knows no better, must not do it twice. */
const leavesDoubt = ({ end }: EndMove, { failure }: Reading): boolean =>
  failure.effect === 'unknown' && (end === 'in_doubt' || end.startsWith('gave_up'));

const finish = (episode: Episode, { end, why, answer }: EndMove, reading: Reading | undefined): Recovered => {
  episode.end(end, why);
  const { last, steps, calls } = episode;
  const failure = answer?.kind === 'failure' ? answer.failure : reading?.failure;
  return recovered({ end, why, answer: last, instead: answer, failure, steps, calls });
};
