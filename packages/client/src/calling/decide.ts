import type { NextAction } from '@recourse/contract';
import { canonical } from '../canonical.ts';
import { stop } from '../strategies/stop.ts';
import { strategies } from '../strategies/strategies.ts';
import { end } from '../strategies/strategy.ts';
import type { EndMove, Move, Situation, ToolRequest } from '../strategies/strategy.ts';
import type { Reading } from '../reading/reading.ts';
import { isDisconnected } from './answer.ts';
import type { Episode } from './episode.ts';
import { mayRepeat } from './may-repeat.ts';
import type { NextActions } from './next-actions.ts';
import type { Settings } from './settings.ts';
import type { State } from './state.ts';
import type { Wire } from './wire.ts';

export type Deciding = State & { readonly kind: 'deciding' };

/** At most two questions: the second only if the token of the first was refused. */
const mostQuestions = 2;

/**
 * Decides what to do about the failures of one call: what the strategy proposes, if that is safe and within the budget.
 */
export class Decisions {
  private readonly acted = new Set<string>();
  private repeats = 0;
  private readonly actions: NextActions;
  private readonly episode: Episode;
  private readonly wire: Wire;
  private readonly settings: Settings;

  constructor(episode: Episode, wire: Wire, settings: Settings, actions: NextActions) {
    this.actions = actions;
    this.episode = episode;
    this.wire = wire;
    this.settings = settings;
  }

  async decide(state: Deciding): Promise<Move> {
    const { episode, wire, settings } = this;
    const {
      last: reading,
      outgoing: { request },
    } = state;
    if (episode.isCancelled) return takenBack;
    // A server that does not implement the contract may pass on untrusted text.
    if (reading.source === 'disguised' && !wire.announced)
      return end('handed_over', 'the answer reads like a failure, but the server does not mark it as one');
    const reads = await wire.isRead(request.name, episode.msLeft);
    if (isDisconnected(episode.last) && !wire.reconnect) return connectionGone;
    const circle = this.circleOf(reading, request);
    if (circle) return circle;
    const move = await this.ask(state, reads);
    if (move.kind === 'end') return move;
    if (episode.isCancelled) return takenBack;
    const refusal = mayRepeat(state, move);
    if (refusal) return end(refusal.end, refusal.why);
    if (episode.callsLeft < 1) return end('gave_up_attempts', `the budget of ${episode.calls} calls is used up`);
    if (move.costsRetry && !settings.health.takeRetry())
      return end('gave_up_server', 'too many retries were needed recently');
    if (!(await episode.pause(move.afterMs, move.why)) || episode.msLeft <= 0) return tooLate(move.afterMs);
    if (episode.isCancelled) return takenBack;
    this.repeats += 1;
    return settings.health.mayCall() ? move : end('gave_up_server', 'the server failed too often in a row');
  }

  /** Whether the caller allows a next action. If the caller's rule throws, nothing is allowed. */
  allows(action: NextAction, request: ToolRequest): boolean {
    try {
      return this.settings.allows(action) && !this.repeatsWrite(action, request);
    } catch {
      return false;
    }
  }

  /** Following the same instruction twice would lead to the same failure forever. */
  private circleOf({ failure }: Reading, request: ToolRequest): Move | undefined {
    const { recovery, code } = failure;
    if (recovery === 'retry' || recovery === 'wait') return undefined;
    if (recovery === 'confirm' && this.episode.asked >= mostQuestions)
      return end('gave_up_loop', 'the person has already been asked as often as allowed');
    // A question may be asked a second time, after its first token was refused; anything else is a loop.
    const token = failure.details?.['confirmation_token'] ?? null;
    const act = canonical([recovery, code, request.name, request.arguments, token]);
    if (this.acted.has(act)) return end('gave_up_loop', `${code} occurred again after its recovery steps were taken`);
    this.acted.add(act);
    return undefined;
  }

  /** Runs the strategy for the failure's recovery. */
  private ask({ last: reading, outgoing, keyed }: Deciding, reads: boolean): Move | Promise<Move> {
    const { episode, wire, settings, actions } = this;
    const { request } = outgoing;
    const { failure } = reading;
    const situation: Situation = {
      reading,
      request,
      reads,
      keyed,
      announced: wire.announced,
      repeats: this.repeats,
      now: settings.now(),
      random: settings.random,
      allows: (action) => this.allows(action, request),
      look: (action) => actions.make(action),
      ask: (question) => episode.ask(question),
      note: (step) => episode.note(step),
    };
    // The server stored this outcome under the key. Only the rest of a batch can still be done.
    const isDone = failure.effect === 'partial' || failure.effect === 'applied';
    if (!isDone || failure.code === 'BATCH_PARTIAL_FAILURE') return strategies[failure.recovery](situation);
    return failure.recovery === 'report' || failure.recovery === 'authorize'
      ? stop(situation)
      : end('handed_over', 'the call took effect, at least in part');
  }

  /** A next action never repeats a write: neither the caller's own call nor the same action. */
  private repeatsWrite(action: NextAction, { name }: ToolRequest): boolean {
    if (this.wire.readsFor(action.tool) === true) return false;
    return action.tool === name || this.actions.hasMade(action);
  }
}

export const takenBack: EndMove = { kind: 'end', end: 'cancelled', why: 'the caller cancelled the call' };
export const connectionGone: EndMove = { kind: 'end', end: 'gave_up_server', why: 'the connection was lost' };

/** The end of a call whose next step would exceed the deadline. */
export const tooLate = (ms: number): EndMove => ({
  kind: 'end',
  end: 'gave_up_deadline',
  why: `waiting another ${ms} ms would exceed the deadline`,
});
