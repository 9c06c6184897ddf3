import { changeFailure, isFailure } from '@recourse/contract';
import type { CodeSet, Effect, Failure, JsonObject } from '@recourse/contract';
import { longestMessage } from '@recourse/stage-plugin/wire';
import type { PluginCapability, PluginManifest, PluginMessage, ToolRow } from '@recourse/stage-plugin/wire';
import { fail, StageError } from '../../failing.ts';
import { answering } from '../../tools/answering.ts';
import { Endings } from '../capabilities/endings.ts';
import { HeldCalls } from '../capabilities/held-calls.ts';
import { askMethods } from '../capabilities/index.ts';
import type { AskScope, PluginToolbox, RunningCall } from '../capabilities/scope.ts';
import { sessionFacts } from '../capabilities/session-facts.ts';
import type { PluginPlace } from '../loading/locate-plugin.ts';
import { PluginProcess, startMs } from './plugin-process.ts';
import type { PluginEnd } from './plugin-process.ts';

/** A failure as a plugin sends it. */
interface WireFailure {
  readonly code: string;
  readonly details?: JsonObject;
  readonly message?: string;
  readonly hint?: string;
  readonly effect?: Effect;
  readonly retryable?: false;
}

/** The answer of a plugin's tool: a value, or a failure with one of the plugin's codes. */
export type PluginAnswer = { readonly value: JsonObject } | { readonly failure: WireFailure };

/** A plugin that was loaded: what it declared, what it may do, and where it is. */
export interface LoadedPlugin {
  readonly manifest: PluginManifest;
  readonly codes: CodeSet;
  readonly granted: readonly PluginCapability[];
  readonly config: unknown;
  readonly place: PluginPlace;
}

interface Call extends RunningCall {
  readonly signal: AbortSignal;
}

type Ask = PluginMessage & { readonly type: 'ask' };

interface Waiting {
  readonly call: Call;
  readonly resolve: (message: PluginMessage) => void;
}

const mostAsks = 200;
/** Refused requests are kept until their call has answered; only the latest can matter. */
const mostRefusals = 100;
/** A plugin that ends repeatedly is not started again for a while. */
const mostStarts = 5;
const startsWithinMs = 600_000;
/** How long the process of a plugin may do nothing but its own work after it was told that a call is cancelled. */
const answersWithinMs = 10_000;

export interface PluginHostOptions {
  readonly plugin: LoadedPlugin;
  readonly toolbox: PluginToolbox;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now?: () => number;
}

/** Runs a plugin: passes calls to its process and answers its requests. A process that ended is started again. */
export class PluginHost {
  readonly #options: PluginHostOptions;
  readonly #calls = new Map<number, Waiting>();
  readonly #refusals = new Map<number, Failure>();
  #process: PluginProcess | undefined;
  #starting: Promise<void> | undefined;
  #onReady: (message: PluginMessage) => void = () => undefined;
  #abort = new AbortController();
  readonly #endings = new Endings();
  readonly #held = new HeldCalls();
  /** Resolves when everything that an ended process has changed is undone. */
  #undone = Promise.resolve();
  #asks = 0;
  #starts: readonly number[] = [];
  #isClosed = false;
  #lastCall = 0;
  /** Ends the process unless it answers. */
  #watchdog: NodeJS.Timeout | undefined;

  constructor(options: PluginHostOptions) {
    this.#options = options;
    const { sessions } = options.toolbox;
    sessions.onLeave((id) => this.#endings.undoAll(id));
    sessions.onEnd((id) => {
      this.#endings.forget(id);
      this.#emit('session ended', undefined, id);
    });
  }

  get #name(): string {
    return this.#options.plugin.manifest.name;
  }

  /** Calls a tool of the plugin. Throws for an error in the plugin's own code. */
  async call(
    tool: string,
    args: JsonObject,
    call: Call & { readonly sessionId: string | undefined },
  ): Promise<PluginAnswer | Failure> {
    const { plugin, toolbox } = this.#options;
    const row = plugin.manifest.tools.find(({ name }) => name === tool);
    return answering(call, async () => {
      const session = row?.session === true ? toolbox.sessions.find(call.sessionId) : undefined;
      await this.start();
      this.#lastCall += 1;
      const id = this.#lastCall;
      const answered = new Promise<PluginMessage>((resolve) => this.#calls.set(id, { call, resolve }));
      const onAbort = (): void => this.#cancel(id);
      call.signal.addEventListener('abort', onAbort, { once: true });
      try {
        this.#process?.send({ type: 'call', id, tool, arguments: args, session: session && sessionFacts(session) });
        return this.#answerOf(await answered, row);
      } finally {
        call.signal.removeEventListener('abort', onAbort);
        this.#calls.delete(id);
      }
    });
  }

  /** Starts the process unless it runs. Throws PLUGIN_STOPPED if it does not start, or has ended too often. */
  start(): Promise<void> {
    return (this.#starting ??= this.#startProcess());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#process?.stop();
    await this.#undone;
  }

  async #startProcess(): Promise<void> {
    this.#countStart();
    await this.#undone;
    const { plugin, environment } = this.#options;
    const child = new PluginProcess({
      place: plugin.place,
      environment,
      // Messages of a process that has ended may still arrive. They mean nothing to the next one.
      onMessage: (message) => {
        if (this.#process === child) this.#receive(message);
      },
    });
    this.#process = child;
    this.#abort = new AbortController();
    void child.ended.then((end) => this.#ended(end));
    const ready = new Promise<PluginMessage>((resolve) => (this.#onReady = resolve));
    const timer = setTimeout(() => child.kill(`it did not start within ${startMs} ms`), startMs);
    const outcome = await Promise.race([ready, child.ended]);
    clearTimeout(timer);
    if ('type' in outcome && outcome.type === 'ready') return;
    await child.stop();
    throw stopped(this.#name, 'reason' in outcome ? outcome.reason : 'it did not start');
  }

  /** Throws PLUGIN_STOPPED if the process was started too often recently. */
  #countStart(): void {
    if (this.#isClosed) throw stopped(this.#name, 'the server is shutting down');
    const now = (this.#options.now ?? Date.now)();
    this.#starts = this.#starts.filter((at) => now - at < startsWithinMs);
    const [oldest] = this.#starts;
    if (oldest !== undefined && this.#starts.length >= mostStarts)
      throw paused(this.#name, oldest + startsWithinMs - now);
    this.#starts = [...this.#starts, now];
  }

  /** A process that runs in a loop does not answer this, and would hold up every later call. */
  #cancel(id: number): void {
    const child = this.#process;
    child?.send({ type: 'cancel', id });
    this.#watchdog ??= setTimeout(
      () => child?.kill(`it did not answer for ${answersWithinMs} ms after a call was cancelled`),
      answersWithinMs,
    );
  }

  /** It has sent a message, so it runs no endless loop. */
  #heard(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = undefined;
  }

  #receive(message: PluginMessage): void {
    const { plugin } = this.#options;
    this.#heard();
    switch (message.type) {
      case 'manifest':
        this.#process?.send({ type: 'start', config: plugin.config, granted: plugin.granted });
        return;
      case 'ready':
      case 'invalid':
        this.#onReady(message);
        return;
      case 'result':
      case 'failure':
      case 'broken':
        this.#calls.get(message.id)?.resolve(message);
        return;
      case 'ask':
        void this.#answer(message);
        return;
      case 'cancelled':
    }
  }

  async #answer(message: Ask): Promise<void> {
    const { id } = message;
    const process = this.#process;
    this.#asks += 1;
    const answer = await answering({ correlation_id: this.#name }, () => this.#ask(message)).catch(() =>
      fail('INTERNAL_ERROR', {}),
    );
    this.#asks -= 1;
    if (!isFailure(answer)) {
      const isSent = process?.send({ type: 'answer', id, value: answer ?? null }) ?? true;
      if (!isSent) this.#refuse(process, id, tooLong(message.method));
      return;
    }
    this.#refuse(process, id, answer);
  }

  #refuse(process: PluginProcess | undefined, id: number, failure: Failure): void {
    this.#refusals.set(id, failure);
    const [oldest] = this.#refusals.keys();
    if (this.#refusals.size > mostRefusals && oldest !== undefined) this.#refusals.delete(oldest);
    process?.send({ type: 'refusal', id, code: failure.code, message: failure.message });
  }

  async #ask({ method: name, session, surface, call, params: given }: Ask): Promise<unknown> {
    const { plugin, toolbox, folder } = this.#options;
    const method = askMethods.get(name);
    const parsed = method?.params.safeParse(given);
    if (!method || !parsed?.success)
      throw badRequest(name, parsed?.error?.issues[0]?.message ?? 'there is no such request');
    const needed = method.needs?.(parsed.data as never);
    if (needed !== undefined && !(plugin.granted as readonly string[]).includes(needed))
      throw badRequest(name, `it needs the capability '${needed}', which the operator has not granted`);
    if (this.#asks > mostAsks) throw badRequest(name, `more than ${mostAsks} requests are waiting for an answer`);
    const scope: AskScope = {
      plugin: this.#name,
      toolbox,
      folder,
      session,
      surface,
      call: call === undefined ? undefined : this.#calls.get(call)?.call,
      signal: this.#abort.signal,
      endings: this.#endings,
      held: this.#held,
      emit: (event, of, value) => this.#emit(event, of, value),
    };
    return method.run(scope, parsed.data as never);
  }

  #emit(event: string, session: string | undefined, value: unknown): void {
    this.#process?.send({ type: 'event', event, session, value });
  }

  #answerOf(message: PluginMessage, tool: ToolRow | undefined): PluginAnswer | Failure {
    if (message.type === 'result') return { value: message.value as JsonObject };
    if (message.type === 'broken') throw new Error(`Plugin '${this.#name}': ${message.error}`);
    if (message.type !== 'failure')
      throw stoppedDuring(this.#name, message.type === 'invalid' ? message.reason : message.type, tool);
    const { failure } = message;
    if ('ask' in failure) {
      const refused = this.#refusals.get(failure.ask);
      if (!refused)
        throw new Error(
          `Plugin '${this.#name}' reported that a request was refused, but the server refused no such request`,
        );
      return refused;
    }
    return { failure: failure as WireFailure };
  }

  #ended({ reason }: PluginEnd): void {
    this.#heard();
    this.#abort.abort(new Error(reason));
    this.#undone = this.#endings.undoAll();
    this.#process = undefined;
    this.#starting = undefined;
    for (const { resolve } of this.#calls.values()) resolve({ type: 'invalid', part: 'module', reason });
    this.#calls.clear();
  }
}

/** The call did not reach the plugin. */
const stopped = (plugin: string, reason: string): StageError =>
  new StageError(fail('PLUGIN_STOPPED', { plugin, reason }, { effect: 'none' }));

/** The plugin stopped while it handled a call. A call that may have changed something must not be repeated blindly. */
const stoppedDuring = (plugin: string, reason: string, tool: ToolRow | undefined): StageError => {
  const isRepeatable = tool?.danger === 'safe' || tool?.idempotent === true;
  const hint = 'Check whether the call took effect before you repeat it; the next call restarts the plugin.';
  const options = isRepeatable ? {} : ({ effect: 'unknown', retryable: false, recovery: 'verify', hint } as const);
  return new StageError(fail('PLUGIN_STOPPED', { plugin, reason }, options));
};

/** It is not started again before this time has passed. */
const paused = (plugin: string, waitMs: number): StageError => {
  const reason = `its process was started ${mostStarts} times in ${startsWithinMs / 60_000} minutes and stopped each time`;
  const hint = `Tell the operator, or repeat the call in ${Math.ceil(waitMs / 1000)} s.`;
  const options = { hint, retry_after_ms: waitMs, recovery: 'wait', effect: 'none' } as const;
  return new StageError(fail('PLUGIN_STOPPED', { plugin, reason }, options));
};

const tooLong = (argument: string): Failure =>
  fail('BAD_ARGUMENT', { argument, reason: `its answer has more than ${longestMessage} bytes; request less at once` });

const badRequest = (argument: string, reason: string): StageError =>
  new StageError(changeFailure(fail('BAD_ARGUMENT', { argument, reason }), { effect: 'none' }));
