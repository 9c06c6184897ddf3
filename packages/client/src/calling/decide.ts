import type { NextAction } from '@recourse/contract';
import { canonical } from '../canonical.ts';
import type { Reading } from '../reading/reading.ts';
import { strategies } from '../strategies/strategies.ts';
import { end } from '../strategies/strategy.ts';
import type { EndMove, Move, ToolRequest } from '../strategies/strategy.ts';
import { isDisconnected } from './answer.ts';
import type { Episode } from './episode.ts';
import { mayRepeat } from './may-repeat.ts';
import { NextActions } from './next-actions.ts';
import type { Settings } from './settings.ts';
import type { Wire } from './wire.ts';

/** A failure of a call, and what is known of the call. */
export interface Failed {
  readonly reading: Reading;
  readonly request: ToolRequest;
  /** The server keeps to the key that the call went out with. */
  readonly keyed: boolean;
  readonly repeats: number;
}

/** One question, and one more after its token was refused. */
const mostQuestions = 2;

/** What is done about the failures of one call: what the strategy wants, if it may be done. */
export class Decisions {
  private readonly acted = new Set<string>();
  private readonly actions: NextActions;
  private readonly episode: Episode;
  private readonly wire: Wire;
  private readonly settings: Settings;

  constructor(episode: Episode, wire: Wire, settings: Settings) {
    this.actions = new NextActions(episode, wire);
    this.episode = episode;
    this.wire = wire;
    this.settings = settings;
  }

  async decide(failed: Failed): Promise<Move> {
    const { episode, wire, settings } = this;
    const { reading, request, keyed } = failed;
    if (episode.isCancelled) return takenBack;
    // What a server that does not speak the contract hands on may be another's, whom nobody has a reason to obey.
    if (reading.source === 'disguised' && !wire.announced)
      return end('handed_over', 'it reads like a failure, and the server does not call it one');
    const reads = await wire.isRead(request.name, episode.msLeft);
    if (isDisconnected(episode.last) && !wire.reconnect) return end('gave_up_server', 'the connection is gone');
    const circle = this.circleOf(failed);
    if (circle) return circle;
    const move = await this.ask(failed, reads);
    if (move.kind === 'end') return move;
    if (episode.isCancelled) return takenBack;
    if (!mayRepeat({ failure: reading.failure, reads, keyed }))
      return end('in_doubt', 'it may have taken effect, and a repetition could do it twice');
    if (episode.callsLeft < 1) return end('gave_up_attempts', `${episode.calls} calls are the budget`);
    if (move.costsRetry && !settings.health.takeRetry())
      return end('gave_up_server', 'too many repetitions were needed of late');
    if (!(await episode.pause(move.afterMs, move.why)) || episode.msLeft <= 0)
      return end('gave_up_deadline', `${move.afterMs} ms more would go past the deadline`);
    if (episode.isCancelled) return takenBack;
    return settings.health.mayCall() ? move : end('gave_up_server', 'the server failed too often in a row');
  }

  /** Whoever is told the same again after doing what it says would be told so for ever. */
  private circleOf({ reading: { failure }, request }: Failed): Move | undefined {
    const { recovery, code } = failure;
    if (recovery === 'retry' || recovery === 'wait') return undefined;
    if (recovery === 'confirm' && this.episode.asked >= mostQuestions)
      return end('gave_up_loop', 'the person has been asked often enough');
    // A question may be asked a second time, after its first token was refused; what else comes again is a circle.
    const token = failure.details?.['confirmation_token'] ?? null;
    const act = canonical([recovery, code, request.name, request.arguments, token]);
    if (this.acted.has(act)) return end('gave_up_loop', `${code} came again after what it says was done`);
    this.acted.add(act);
    return undefined;
  }

  /** What the strategy of the failure's recovery wants. */
  private ask({ reading, request, keyed, repeats }: Failed, reads: boolean): Move | Promise<Move> {
    const { episode, wire, settings, actions } = this;
    return strategies[reading.failure.recovery]({
      reading,
      request,
      reads,
      keyed,
      announced: wire.announced,
      repeats,
      now: settings.now(),
      random: settings.random,
      allows: (action) => this.allows(action, request),
      isRead: (tool) => wire.isRead(tool, episode.msLeft),
      look: (action) => actions.make(action),
      ask: (question) => episode.ask(question),
      pause: (ms, why) => episode.pause(ms, why),
      note: (step) => episode.note(step),
    });
  }

  private allows(action: NextAction, request: ToolRequest): boolean {
    try {
      return this.settings.allows(action) && !this.repeatsWrite(action, request);
    } catch {
      // A rule of the caller's that fails allows nothing.
      return false;
    }
  }

  /** By way of a next action, too, nothing that writes is called twice: neither the caller's own tool nor the action. */
  private repeatsWrite(action: NextAction, { name }: ToolRequest): boolean {
    if (this.wire.readsFor(action.tool) === true) return false;
    return action.tool === name || this.actions.hasMade(action);
  }
}

export const takenBack: EndMove = { kind: 'end', end: 'cancelled', why: 'the caller took it back' };
