import type { Intent } from '../keys/intents.ts';
import type { Reading } from '../reading/reading.ts';
import type { Question, ToolRequest } from '../strategies/strategy.ts';
import { isDisconnected, isFault, readAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import { askPerson } from './ask.ts';
import type { End } from './end.ts';
import type { Settings } from './settings.ts';
import type { Step, StepEvent } from './step.ts';
import { unlessOver } from './unless-over.ts';
import type { Wire } from './wire.ts';
import { withMeta } from './with-meta.ts';

/** What goes with one call of a tool besides its parameters. */
export interface CallOptions {
  /** A name of the intended effect, for callers who know it better than its arguments do. */
  readonly intent?: string | undefined;
  /** How long the caller would wait for one answer; a budget is never shorter. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What goes with a call that is made again. */
export interface Again {
  /** Made this once in place of the call. */
  readonly instead?: ToolRequest | undefined;
  readonly token?: string | undefined;
  readonly why?: string | undefined;
}

/** One for all calls: an error remembers where it was made, which costs more than a call. */
const nothing: Answer = { thrown: new Error('Nothing was sent') };

/** One call of the caller's, with all that is done for it: what it has cost, and what it may still cost. */
export class Episode {
  readonly steps: Step[] = [];
  calls = 0;
  /** How often the person was asked. */
  asked = 0;
  /** A call was sent that may have taken effect, and no answer has told since. */
  unanswered = false;
  /** The last answer to the caller's own call. */
  last: Answer = nothing;
  private deadline: number;
  private readonly wire: Wire;
  private readonly settings: Settings;
  private readonly options: CallOptions;

  constructor(wire: Wire, settings: Settings, options: CallOptions) {
    this.wire = wire;
    this.settings = settings;
    this.options = options;
    this.deadline = settings.now() + Math.max(settings.budgetMs, options.timeoutMs ?? 0);
  }

  get isCancelled(): boolean {
    return this.options.signal?.aborted === true;
  }

  get callsLeft(): number {
    return this.settings.attempts - this.calls;
  }

  get msLeft(): number {
    return this.deadline - this.settings.now();
  }

  note(event: StepEvent): void {
    this.take({ ...event, at: this.settings.now() });
  }

  /** The last step. Spelt out, like the first, because every call takes these two. */
  end(end: End, why: string): void {
    this.take({ kind: 'end', end, why, at: this.settings.now() });
  }

  /** Sends the caller's own call. */
  call(request: ToolRequest, key: string | undefined, { token, why }: Again): Promise<Answer> {
    const at = this.settings.now();
    const step = { kind: 'call', tool: request.name, attempt: this.calls + 1, keyed: key !== undefined, at } as const;
    this.take(why === undefined ? step : { ...step, why });
    return this.send(request, key, token);
  }

  /** Sends a call. It is counted before it is sent, and ends by the deadline. */
  async send(request: ToolRequest, key: string | undefined, token?: string): Promise<Answer> {
    const needsConnection = isDisconnected(this.last);
    this.calls += 1;
    try {
      if (needsConnection) await this.reconnect();
      const timeoutMs = Math.max(1, this.msLeft);
      this.last = { result: (await this.wire.call(withMeta(request, key, token), timeoutMs)) as object };
    } catch (thrown) {
      this.last = { thrown };
    }
    return this.last;
  }

  /** Reads the answer to a call of the tool, at once where it is a success, and tells the guards of the server. */
  read(answer: Answer, tool: string): Promise<Reading | undefined> | undefined {
    const { health, loops } = this.settings;
    const found = readAnswer(answer, this.wire, this.settings);
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
    // Who takes a call back has not seen what the server would have made of it.
    else if (!this.isCancelled) health.faulted(lost);
    if (reading?.failure.effect === 'none') return reading;
    const reads = await this.wire.isRead(tool, this.msLeft);
    if (!reads) loops.lift();
    return reading && reads ? { ...reading, failure: { ...reading.failure, effect: 'none' } } : reading;
  }

  /** Puts a failure on record. */
  fail({ failure, source, replayed }: Reading): void {
    const { code, recovery, effect, message, correlation_id } = failure;
    this.note({ kind: 'failure', code, recovery, effect, source, message, correlation_id });
    const isRunning = code === 'CONFLICT_IN_FLIGHT' && source !== 'disguised';
    if ((source === 'transport' && effect !== 'none') || isRunning) this.unanswered = true;
    else if (replayed) this.unanswered = false;
  }

  /** Asks the person. The time that this takes is the person's; a question that nobody answers ends with its token. */
  async ask(question: Question): Promise<boolean | undefined> {
    const { confirm, now } = this.settings;
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

  /** Waits; false, and at once, where the time would go past the deadline. */
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
      // Whoever watches a call does not change how it ends.
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
    // Nothing was sent, and the next attempt begins with the connection too.
    if (came !== 'connected') throw Object.assign(new Error('Not connected', came), { code: 'NOT_CONNECTED' });
  }
}
