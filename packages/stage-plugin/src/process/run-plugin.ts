import { createRegistry, isFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { acceptConfig, definePluginConfig } from '../authoring/define-plugin-config.ts';
import { describePlugin } from '../authoring/describe-plugin.ts';
import { isStagePlugin } from '../authoring/define-stage-plugin.ts';
import type { StagePlugin } from '../authoring/define-stage-plugin.ts';
import { StageRefusedError } from '../authoring/refused-error.ts';
import type { LineStream } from '../wire/line-stream.ts';
import { longestSentence } from '../wire/messages.ts';
import type { PluginMessage, StageMessage } from '../wire/messages.ts';
import { z } from 'zod';
import { Asking } from './asking.ts';
import { createSession } from './create-session.ts';
import { createStage } from './create-stage.ts';

type Send = (message: PluginMessage) => void;
type WireFailure = (PluginMessage & { readonly type: 'failure' })['failure'];

const noConfig = definePluginConfig(z.strictObject({}));
const longestReason = 4000;

/** Runs a plugin in this process: loads it, describes it to the stage, and answers calls. */
export class PluginRunner {
  readonly #send: Send;
  readonly #asking: Asking;
  readonly #calls = new Map<number, AbortController>();
  #plugin: StagePlugin | undefined;

  constructor(stream: LineStream) {
    this.#send = (message) => stream.send(message);
    this.#asking = new Asking(stream);
  }

  /** Imports the module and sends its manifest, or the reason why there is none. */
  async load(importModule: () => Promise<{ readonly default?: unknown }>): Promise<void> {
    let exported: unknown;
    try {
      exported = (await importModule()).default;
    } catch (error) {
      this.#refuse('module', error);
      return;
    }
    try {
      if (!isStagePlugin(exported))
        throw new TypeError("The module's default export must be created with defineStagePlugin");
      this.#send({ type: 'manifest', manifest: describePlugin(exported) });
      this.#plugin = exported;
    } catch (error) {
      this.#refuse('manifest', error);
    }
  }

  async receive(message: StageMessage): Promise<void> {
    switch (message.type) {
      case 'start':
        return this.#start(message.config);
      case 'call':
        return this.#call(message);
      case 'cancel':
        this.#calls.get(message.id)?.abort();
        return this.#send({ type: 'cancelled', id: message.id });
      case 'answer':
        return this.#asking.answered(message.id, message.value);
      case 'refusal':
        return this.#asking.refused(message.id, message.code, message.message);
      case 'event':
        return this.#asking.happened(message.event, message.session, message.value);
      case 'stop':
        await this.#plugin?.teardown?.();
        process.exit(0);
    }
  }

  async #start(given: unknown): Promise<void> {
    const problems = acceptConfig(this.#plugin?.config ?? noConfig, given ?? {});
    if (problems.length > 0) {
      this.#refuse('config', new TypeError(problems.join('; ')));
      return;
    }
    try {
      await this.#plugin?.setup?.(createStage(this.#asking));
      this.#send({ type: 'ready' });
    } catch (error) {
      this.#refuse('module', error);
    }
  }

  async #call({ id, tool: name, arguments: given, session }: StageMessage & { type: 'call' }): Promise<void> {
    const tool = this.#plugin?.tools.find((one) => one.name === name);
    const abort = new AbortController();
    this.#calls.set(id, abort);
    try {
      if (!tool) throw new Error(`There is no tool '${name}'`);
      const { fail } = createRegistry(tool.codes);
      const answer = await tool.run({
        arguments: given as never,
        session: (session && createSession(session, this.#asking)) as never,
        stage: createStage(this.#asking, id),
        fail,
        signal: abort.signal,
      });
      if (isFailure(answer)) {
        this.#send({ type: 'failure', id, failure: wireFailure(answer) });
      } else this.#send({ type: 'result', id, value: { ...(answer as object) } });
    } catch (error) {
      if (error instanceof StageRefusedError) this.#send({ type: 'failure', id, failure: { ask: error.ask } });
      else this.#send({ type: 'broken', id, error: describe(error) });
    } finally {
      this.#calls.delete(id);
    }
  }

  #refuse(part: 'module' | 'manifest' | 'config', error: unknown): void {
    this.#send({ type: 'invalid', part, reason: describe(error) });
  }
}

const wireFailure = ({ code, details, message, hint, effect, retryable }: Failure): WireFailure => ({
  code,
  message: message.slice(0, longestSentence),
  hint: hint.slice(0, longestSentence),
  effect,
  ...(details && { details: { ...details } }),
  ...(!retryable && { retryable: false }),
});

const describe = (error: unknown): string =>
  String(error instanceof Error ? error.message : error).slice(0, longestReason);
