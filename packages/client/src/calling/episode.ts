import type { JsonObject, NextAction } from '@recourse/contract';
import { canonical } from '../keys/intents.ts';
import type { Intent } from '../keys/intents.ts';
import { confirmationTokenMetaKey, idempotencyKeyMetaKey } from '../meta-keys.ts';
import type { Reading } from '../reading/reading.ts';
import type { Looked, Question, ToolRequest } from '../strategies/strategy.ts';
import { isDisconnected, isFault, readAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import { lookedAt } from './look.ts';
import type { Settings } from './settings.ts';
import type { Step, StepEvent } from './step.ts';
import type { Wire } from './wire.ts';

/** What goes with one call of a tool besides its parameters. */
export interface CallOptions {
  /** A name of the intended effect, for callers who know it better than its arguments do. */
  readonly intent?: string | undefined;
  /** How long the caller would wait for one answer; a budget is never shorter. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One for all calls: an error remembers where it was made, which costs more than a call. */
const nothing: Answer = { thrown: new Error('Nothing was sent') };

/** One call of the caller's, with all that is done for it: what it has cost, and what it may still cost. */
export class Episode {
  readonly steps: Step[] = [];
  readonly startedAt: number;
  calls = 0;
  /** How often the person was asked. */
  asked = 0;
  /** A call was sent that may have taken effect, and no answer has told since. */
  unanswered = false;
  private made: Set<string> | undefined;
  last: Answer = nothing;
  private deadline: number;
  private readonly wire: Wire;
  private readonly settings: Settings;
  private readonly options: CallOptions;

  constructor(wire: Wire, settings: Settings, options: CallOptions) {
    this.wire = wire;
    this.settings = settings;
    this.options = options;
    this.startedAt = settings.now();
    this.deadline = this.startedAt + Math.max(settings.budgetMs, options.timeoutMs ?? 0);
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

  note(step: StepEvent): void {
    // The step is the episode's own from here on: a copy of each would be a good part of what a success costs.
    const timed = Object.assign(step, { at: this.settings.now() });
    this.steps.push(timed);
    this.settings.onStep?.(timed);
  }

  /** Sends the caller's own call. */
  call(request: ToolRequest, key: string | undefined, token: string | undefined): Promise<Answer> {
    this.note({ kind: 'call', tool: request.name, attempt: this.calls + 1, keyed: key !== undefined });
    return this.send(request, key, token);
  }

  /** Sends a call. It is counted before it is sent, and ends by the deadline. */
  private async send(request: ToolRequest, key: string | undefined, token?: string): Promise<Answer> {
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

  /** Reads the answer to a call of the tool, and tells the health of the server. */
  async read(answer: Answer, tool: string): Promise<Reading | undefined> {
    const { health } = this.settings;
    const found = readAnswer(answer, this.wire, this.settings);
    const reading = found instanceof Promise ? await found : found;
    if (reading && isFault(reading)) health.faulted();
    else health.answered();
    if (!reading || reading.failure.effect === 'none' || !(await this.wire.isRead(tool))) return reading;
    return { ...reading, failure: { ...reading.failure, effect: 'none' } };
  }

  /** Puts a failure on record. */
  fail({ failure, source, replayed }: Reading): void {
    const { code, recovery, effect, message, correlation_id } = failure;
    this.note({ kind: 'failure', code, recovery, effect, source, message, correlation_id });
    if ((source === 'transport' && effect !== 'none') || code === 'CONFLICT_IN_FLIGHT') this.unanswered = true;
    else if (replayed) this.unanswered = false;
  }

  /** Makes a call that a failure names; undefined where the budget has none left. */
  async look(action: NextAction): Promise<Looked | undefined> {
    if (this.callsLeft < 1 || this.msLeft <= 0 || this.isCancelled) return undefined;
    this.made ??= new Set();
    this.made.add(canonical([action.tool, action.arguments]));
    this.note({ kind: 'look', tool: action.tool, why: action.why === '' ? 'the failure names it' : action.why });
    const reads = await this.wire.isRead(action.tool);
    const request = { name: action.tool, arguments: action.arguments };
    const before = this.last;
    const intent =
      reads || !this.wire.announced
        ? undefined
        : await this.settings.intents.begin({
            server: this.wire.server,
            tool: action.tool,
            arguments: action.arguments,
          });
    const answer = await this.send(request, intent?.key);
    // The answer of the call itself is what the caller is given; a connection that is gone is gone for both.
    if (!isDisconnected(answer)) this.last = before;
    const reading = await this.read(answer, action.tool);
    const looked = await lookedAt(answer, reading, { reads, dialect: this.wire.dialect });
    await (looked.inDoubt ? intent?.leaveOpen() : intent?.settle());
    return looked;
  }

  /** Whether a call that a failure names was made before. */
  hasMade(action: NextAction): boolean {
    return this.made?.has(canonical([action.tool, action.arguments])) === true;
  }

  /** Asks the person. The time that this takes is the person's; a question that nobody answers ends with its token. */
  async ask(question: Question): Promise<boolean | undefined> {
    const { confirm, now } = this.settings;
    if (!confirm) return undefined;
    this.asked += 1;
    this.note({ kind: 'ask', message: question.message });
    const askedAt = now();
    const answered = Promise.resolve()
      .then(() => confirm(question))
      .then(
        (yes: unknown) => yes === true,
        () => false,
      );
    const yes = await this.unlessOver(answered, question.expiresAt - askedAt);
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

  beginIntent(request: ToolRequest): Promise<Intent> {
    return this.settings.intents.begin({
      server: this.wire.server,
      tool: request.name,
      arguments: request.arguments,
      name: this.options.intent,
    });
  }

  private async reconnect(): Promise<void> {
    if (!this.wire.reconnect) return;
    this.note({ kind: 'reconnect' });
    await this.wire.reconnect();
  }

  /** No yes comes after the time of a question, nor after the caller took it back. People live by the real clock. */
  private unlessOver(answered: Promise<boolean>, ms: number): Promise<boolean> {
    const { signal } = this.options;
    return new Promise((resolve) => {
      const over = (): void => {
        clearTimeout(timer);
        resolve(false);
      };
      const timer = setTimeout(over, Math.max(1, ms));
      signal?.addEventListener('abort', over, { once: true });
      if (signal?.aborted) over();
      void answered.then(resolve).finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', over);
      });
    });
  }
}

const withMeta = (request: ToolRequest, key: string | undefined, token: string | undefined): ToolRequest => {
  if (key === undefined && token === undefined) return request;
  const meta: JsonObject = {
    ...request._meta,
    ...(key !== undefined && { [idempotencyKeyMetaKey]: key }),
    ...(token !== undefined && { [confirmationTokenMetaKey]: token }),
  };
  return { ...request, _meta: meta };
};
