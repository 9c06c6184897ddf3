import type { Intent } from '../keys/intents.ts';
import { isFault } from '../reading/is-fault.ts';
import type { Reading } from '../reading/reading.ts';
import { Withheld } from '../reading/withheld.ts';
import type { Question, ToolRequest } from '../strategies/strategy.ts';
import { isDisconnected, readAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import { askPerson } from './ask.ts';
import type { End } from './end.ts';
import type { Settings } from './settings.ts';
import type { Step, StepEvent } from './step.ts';
import { unlessOver } from './unless-over.ts';
import type { Wire } from './wire.ts';
import { withMeta } from './with-meta.ts';

/** Options of one call. */
export interface CallOptions {
  /** A name for the intended effect, for calls whose arguments do not identify it. */
  readonly intent?: string | undefined;
  /** The id of this call in the caller's framework; it is in every step. */
  readonly toolCallId?: string | undefined;
  /** Returns a call that a person has to confirm as `pending`, instead of asking. */
  readonly suspend?: boolean | undefined;
  /** Whether a person has said yes to this question before the call was resumed. */
  readonly isConfirmed?: ((question: Question) => boolean) | undefined;
  /** How long the caller waits for one answer; the budget for an answer is never shorter. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How one call is sent. */
export interface Sending {
  readonly key?: string | undefined;
  readonly token?: string | undefined;
  /** An earlier call with this key may have taken effect: only a server that honours the key may get it. */
  readonly inDoubt?: boolean;
  /** Asks for the outcome of an earlier call, which costs time but no attempt. */
  readonly isAsk?: boolean;
}

const shortestAttemptMs = 1_000;
let callIds = 0;
export const nextCallId = (): string => `call-${(callIds += 1)}`;

/** Shared by all calls: creating an error captures a stack, which costs more than a call. */
const nothing: Answer = { thrown: new Error('Nothing was sent') };

/** A call and everything that was done for it: its cost so far, and its remaining budget. */
export class Episode {
  readonly steps: Step[] = [];
  /** How many calls were sent, including lookups and next actions. */
  calls = 0;
  /** How often the person was asked. */
  asked = 0;
  /** The question that the call was suspended with. */
  suspendedWith: Question | undefined;
  /** The last answer to the caller's own call. */
  last: Answer = nothing;
  private asks = 0;
  private deadline: number;
  readonly callId: string;
  private readonly wire: Wire;
  private readonly settings: Settings;
  private readonly options: CallOptions;

  constructor(wire: Wire, settings: Settings, options: CallOptions) {
    this.wire = wire;
    this.settings = settings;
    this.options = options;
    this.callId = options.toolCallId ?? nextCallId();
    this.deadline = settings.now() + Math.max(settings.budgetMs, options.timeoutMs ?? 0);
  }

  get isCancelled(): boolean {
    return this.options.signal?.aborted === true;
  }

  get callsLeft(): number {
    return this.settings.attempts - (this.calls - this.asks);
  }

  get msLeft(): number {
    return this.deadline - this.settings.now();
  }

  note(event: StepEvent): void {
    this.take({ ...event, call_id: this.callId, at: this.settings.now() });
  }

  /** The last step. It is created directly, like the first, because every call has these two. */
  end(end: End, why: string): void {
    this.take({ kind: 'end', end, why, call_id: this.callId, at: this.settings.now() });
  }

  /** Sends the caller's own call. */
  call(request: ToolRequest, sending: Sending, why: string | undefined): Promise<Answer> {
    const at = this.settings.now();
    const keyed = sending.key !== undefined;
    const step = {
      kind: 'call',
      tool: request.name,
      attempt: this.calls + 1,
      keyed,
      call_id: this.callId,
      at,
    } as const;
    this.take(why === undefined ? step : { ...step, why });
    return this.send(request, sending);
  }

  /** Sends a call. It is counted before it is sent, and ends at the deadline at the latest. */
  async send(request: ToolRequest, { key, token, inDoubt, isAsk }: Sending): Promise<Answer> {
    const needsConnection = isDisconnected(this.last);
    this.calls += 1;
    if (isAsk) this.asks += 1;
    try {
      if (needsConnection) {
        await this.reconnect();
        // The new connection may lead to a server that does not support keys.
        if (inDoubt && !this.wire.announced) throw notSent('The server no longer honours idempotency keys');
      }
      const leftMs = Math.max(1, this.msLeft);
      const sent = withMeta(request, key, token);
      this.last = { result: (await this.wire.call(sent, this.attemptMs(request.name, leftMs), leftMs)) as object };
    } catch (thrown) {
      this.last = { thrown };
    }
    return this.last;
  }

  /**
   * How long to wait for one answer. If the call can be repeated, part of the time is reserved for that; if it
   * cannot, all of the remaining time may be needed.
   */
  private attemptMs(tool: string, leftMs: number): number {
    const { attemptMs, budgetMs, rules } = this.settings;
    if (attemptMs !== undefined) return Math.min(attemptMs, leftMs);
    if (this.options.timeoutMs !== undefined) return leftMs;
    if (this.wire.announced) return Math.min(leftMs, Math.max(shortestAttemptMs, budgetMs / 4));
    const mayRepeat = this.wire.readsFor(tool) === true || rules.isIdempotent(tool);
    return mayRepeat ? Math.min(leftMs, Math.max(shortestAttemptMs, leftMs / 2)) : leftMs;
  }

  /** Reads the answer to a call, synchronously if it is a success, and updates health and loop guard. */
  read(answer: Answer, tool: string): Promise<Reading | undefined> | undefined {
    const { health, loops } = this.settings;
    const found = readAnswer(answer, tool, this.wire, this.settings);
    if (found) return this.readFailure(found, tool, isDisconnected(answer) ? this.wire.connection : undefined);
    health.answered();
    if (this.wire.readsFor(tool) !== true) loops.lift();
    return undefined;
  }

  private async readFailure(
    found: Promise<Reading | undefined> | Reading,
    tool: string,
    lost: object | undefined,
  ): Promise<Reading | undefined> {
    const { health, loops } = this.settings;
    const reading = await found;
    if (!reading || !isFault(reading)) health.answered();
    // A cancelled call says nothing about the server.
    else if (!this.isCancelled) health.faulted(lost);
    if (reading?.failure.effect === 'none') return reading;
    const reads = await this.wire.isRead(tool, this.msLeft);
    if (!reads) loops.lift();
    return reading && reads ? { ...reading, failure: { ...reading.failure, effect: 'none' } } : reading;
  }

  /** Records a failure. */
  fail({ failure, source, inferred }: Reading): void {
    const { code, recovery, effect, correlation_id } = failure;
    const message = new Withheld(failure).text(failure.message);
    const step = { kind: 'failure', code, recovery, effect, source, message, correlation_id } as const;
    this.note(inferred ? { ...step, inferred } : step);
  }

  /** Asks the person. Waiting for the answer does not count against the deadline; it ends when the token expires. */
  async ask(question: Question): Promise<boolean | 'later' | undefined> {
    const { confirm, now } = this.settings;
    if (this.options.suspend && !this.options.isConfirmed?.(question)) {
      this.suspendedWith = question;
      this.note({ kind: 'ask', message: question.message });
      return 'later';
    }
    if (this.options.suspend) return true;
    if (!confirm) return undefined;
    this.asked += 1;
    this.note({ kind: 'ask', message: question.message });
    const askedAt = now();
    const yes = await askPerson(question, {
      confirm,
      ms: question.expiresAt - askedAt,
      signal: this.options.signal,
    });
    this.deadline += now() - askedAt;
    this.note({ kind: 'answer', yes });
    return yes;
  }

  /** Waits. Returns false at once if the wait would exceed the deadline. */
  async pause(ms: number, why: string): Promise<boolean> {
    if (ms >= this.msLeft) return false;
    if (ms <= 0) return true;
    this.note({ kind: 'wait', ms, why });
    await this.settings.sleep(ms, this.options.signal).catch((error: unknown) => {
      if (!this.isCancelled) throw error;
    });
    return true;
  }

  beginIntent({ name: tool, arguments: args }: ToolRequest, name?: string): Intent | Promise<Intent> {
    return this.settings.intents.begin({ server: this.wire.server, tool, arguments: args, name });
  }

  private take(step: Step): void {
    this.steps.push(step);
    try {
      this.settings.onStep?.(step);
    } catch {
      // A failing observer does not change how a call ends.
    }
  }

  private async reconnect(): Promise<void> {
    if (!this.wire.reconnect) return;
    this.note({ kind: 'reconnect' });
    const connected = this.wire.reconnect().then(
      () => 'connected' as const,
      (cause: unknown) => ({ cause }),
    );
    const came = await unlessOver(connected, this.msLeft, this.options.signal);
    // The next attempt begins by connecting, too.
    if (came !== 'connected') throw notSent('Not connected', came);
  }
}

/** Reads as a call that was never sent: `code` tells the reader of the answer so. */
const notSent = (message: string, cause?: ErrorOptions): Error =>
  Object.assign(new Error(message, cause), { code: 'NOT_CONNECTED' });
