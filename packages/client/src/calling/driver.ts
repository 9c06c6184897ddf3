import type { Failure } from '@recourse/contract';
import { toCallToolResult } from '@recourse/contract/mcp';
import type { Reading } from '../reading/reading.ts';
import { askDelay } from '../delays.ts';
import type { EndMove } from '../strategies/strategy.ts';
import { isDisconnected } from './answer.ts';
import type { Answer } from './answer.ts';
import { connectionGone, Decisions, takenBack, tooLate } from './decide.ts';
import type { Deciding } from './decide.ts';
import type { Episode } from './episode.ts';
import { lookForEffect } from './look-for-effect.ts';
import { NextActions } from './next-actions.ts';
import type { Settings } from './settings.ts';
import type { State, StateEvent } from './state.ts';
import type { Wire } from './wire.ts';

type Ended = State & { readonly kind: 'ended' };
type In<Kind extends State['kind']> = State & { readonly kind: Kind };

/** Carries out a state and returns the event that ends it. `transition` decides what follows. */
export class Driver {
  private readonly episode: Episode;
  private readonly wire: Wire;
  private readonly settings: Settings;
  /** The caller sent a key. */
  private readonly ownKey: boolean;
  private parts: { readonly actions: NextActions; readonly decisions: Decisions } | undefined;

  constructor(episode: Episode, wire: Wire, settings: Settings, ownKey: boolean) {
    this.episode = episode;
    this.wire = wire;
    this.settings = settings;
    this.ownKey = ownKey;
  }

  act(state: Exclude<State, Ended>): Promise<StateEvent> {
    switch (state.kind) {
      case 'sending':
        return this.send(state);
      case 'deciding':
        return this.decide(state);
      case 'looking':
        return this.look(state);
      case 'asking':
        return this.wait(state);
    }
  }

  private async send({ outgoing, key, inDoubt, isAsk }: In<'sending'>): Promise<StateEvent> {
    const { episode, wire } = this;
    const { request, instead, token, why } = outgoing;
    const refusing = inDoubt || instead ? undefined : wire.refuse?.(request, episode.msLeft);
    const refused = refusing && (await refusing);
    if (refused) return this.refuse(refused);
    const repeatable = this.settings.rules.isIdempotent(request.name);
    const sending = { key, token, inDoubt: inDoubt && !repeatable, isAsk };
    const answer = await episode.call(instead ?? request, sending, why);
    const found = episode.read(answer, request.name);
    // A success is known at once: most calls end here without further waiting.
    const reading = found && (await found);
    if (!reading) return { kind: 'succeeded' };
    episode.fail(reading);
    const { announced } = wire;
    const reads = reading.failure.effect === 'none' && (await wire.isRead(request.name, episode.msLeft));
    const keyed = announced && (this.ownKey || key !== undefined);
    return { kind: 'failed', reading, reads, keyed, announced, repeatable };
  }

  /** The call is certain to fail, so it is not sent. The failure is the client's own, and costs no attempt. */
  private refuse(failure: Failure): StateEvent {
    const reading: Reading = { source: 'listed', replayed: false, failure };
    this.episode.last = { result: toCallToolResult(failure) };
    this.episode.fail(reading);
    return { kind: 'failed', reading, reads: false, keyed: false, announced: false, repeatable: false };
  }

  private async decide(state: Deciding): Promise<StateEvent> {
    const move = await this.tools.decisions.decide(state);
    if (move.kind === 'end') return stopped(move);
    return { kind: 'repeated', move, content: contentOf(this.episode.last) };
  }

  private async look({ last, outgoing: { request }, asks }: In<'looking'>): Promise<StateEvent> {
    const { episode, wire, settings } = this;
    if (episode.isCancelled) return stopped(takenBack);
    if (isDisconnected(episode.last) && !wire.reconnect) return stopped(connectionGone);
    const { actions, decisions } = this.tools;
    return lookForEffect({
      reading: last,
      request,
      announced: wire.announced,
      asks,
      random: settings.random,
      allows: (action) => decisions.allows(action, request),
      isRead: (tool) => wire.isRead(tool, episode.msLeft),
      make: (action) => actions.make(action),
      pause: (ms, why) => episode.pause(ms, why),
      note: (step) => episode.note(step),
    });
  }

  /** Asking costs only time. If the circuit of the server is open, it is asked when the circuit closes. */
  private async wait({ asks, notBeforeMs, last }: In<'asking'>): Promise<StateEvent> {
    const { episode, wire, settings } = this;
    const { health, random } = settings;
    if (episode.isCancelled) return stopped(takenBack);
    if (isDisconnected(episode.last) && !wire.reconnect) return stopped(connectionGone);
    const ms = Math.max(askDelay(asks, notBeforeMs, random), health.openForMs());
    const why = last ? `the outcome is unknown after ${last.failure.code}` : 'the outcome is unknown';
    if (!(await episode.pause(ms, why)) || episode.msLeft <= 0) return stopped(tooLate(ms));
    if (episode.isCancelled) return stopped(takenBack);
    return health.mayCall() ? { kind: 'waited' } : stopped(serverFails);
  }

  /** Most calls succeed and need neither. */
  private get tools(): { readonly actions: NextActions; readonly decisions: Decisions } {
    if (this.parts) return this.parts;
    const actions = new NextActions(this.episode, this.wire);
    this.parts = { actions, decisions: new Decisions(this.episode, this.wire, this.settings, actions) };
    return this.parts;
  }
}

const serverFails: EndMove = { kind: 'end', end: 'gave_up_server', why: 'the server failed too often in a row' };

const stopped = ({ end, why, answer }: EndMove): StateEvent => ({
  kind: 'stopped',
  end,
  why,
  ...(answer && { answer }),
});

const contentOf = (answer: Answer): readonly object[] => {
  const { content } = 'result' in answer ? (answer.result as { readonly content?: unknown }) : {};
  return Array.isArray(content) ? (content as readonly object[]) : [];
};
