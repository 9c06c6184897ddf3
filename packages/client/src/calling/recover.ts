import type { Intent } from '../keys/intents.ts';
import { idempotencyKeyMetaKey } from '../meta-keys.ts';
import type { EndMove, ToolRequest } from '../strategies/strategy.ts';
import { takenBack } from './decide.ts';
import { Driver } from './driver.ts';
import { Episode } from './episode.ts';
import type { CallOptions } from './episode.ts';
import { finish } from './finish.ts';
import type { Pending } from './pending.ts';
import type { Recovered } from './recovered.ts';
import type { Settings } from './settings.ts';
import { startState } from './state.ts';
import type { State } from './state.ts';
import { transition } from './transition.ts';
import { findUnsent, keyTooOld } from './unsent.ts';
import type { Wire } from './wire.ts';

type Ended = State & { readonly kind: 'ended' };

/**
 * Makes a call, and does what its failures say until it ends. `Driver` does what a state says, `transition` decides
 * what follows from it: no second effect, nothing past the budget, nothing in a circle.
 */
export const recover = async (
  given: ToolRequest,
  wire: Wire,
  settings: Settings,
  options: CallOptions = {},
): Promise<Recovered> => {
  const episode = new Episode(wire, settings, options);
  const ownKey = given._meta?.[idempotencyKeyMetaKey] !== undefined;
  let intent: Intent | undefined;
  try {
    if (wire.announced && !ownKey && wire.readsFor(given.name) !== true) {
      const begun = episode.beginIntent(given, options.intent);
      intent = begun instanceof Promise ? await begun : begun;
    }
  } catch (thrown) {
    episode.last = { thrown };
    return finish(episode, stopped(startState(given, undefined, false), keyNotKept));
  }
  const isOpen = intent !== undefined && intent.history !== 'new';
  const { callId } = episode;
  const unsent =
    intent?.history === 'expired' ? keyTooOld(given, settings, callId) : findUnsent(given, settings, isOpen, callId);
  if (unsent) {
    await close(intent, isOpen);
    return unsent;
  }
  let state = startState(given, intent?.key, isOpen);
  if (episode.isCancelled) {
    episode.last = { thrown: options.signal?.reason };
    state = stopped(state, takenBack);
  }
  const driver = new Driver(episode, wire, settings, ownKey);
  while (state.kind !== 'ended') state = transition(state, await driver.act(state));
  // Most calls have nothing to wait for here.
  const closing = close(intent, state.inDoubt);
  if (closing) await closing;
  const ended = finish(episode, state);
  const recovered = withPending(ended, { episode, given, key: intent?.key, settings });
  if (state.end === 'succeeded') settings.loops.succeeded(given);
  else if (state.last)
    settings.loops.ended(given, state.end, { ...state.last, failure: recovered.failure ?? state.last.failure });
  return recovered;
};

interface Suspended {
  readonly episode: Episode;
  readonly given: ToolRequest;
  readonly key: string | undefined;
  readonly settings: Settings;
}

/** Adds the pending of a call that was suspended. Without a key, another process could not make the same call. */
const withPending = (recovered: Recovered, { episode, given, key, settings }: Suspended): Recovered => {
  const question = episode.suspendedWith;
  const own = key ?? given._meta?.[idempotencyKeyMetaKey];
  if (!question || recovered.end !== 'needs_person' || typeof own !== 'string') return recovered;
  const pending: Pending = {
    version: 1,
    tool: given.name,
    arguments: given.arguments,
    question,
    key: own,
    budget: { attempts: Math.max(1, episode.callsLeft), seconds: Math.max(1, episode.msLeft / 1_000) },
    created_at: settings.now(),
  };
  return { ...recovered, pending };
};

/** The call has ended as it has: a store that fails now does not change that. */
const close = (intent: Intent | undefined, isOpen: boolean): Promise<void> | undefined => {
  const closing = isOpen ? intent?.leaveOpen() : intent?.settle();
  return closing?.catch(() => undefined);
};

const stopped = (state: State, { end, why }: EndMove): Ended =>
  transition(state, { kind: 'stopped', end, why }) as Ended;

/** A call whose key could not be stored could be made a second time after a restart. */
const keyNotKept: EndMove = {
  kind: 'end',
  end: 'needs_person',
  why: 'the idempotency key of the call could not be stored, so nothing was sent',
};
