import { isFailure } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import type { Operation, Tool } from '@recourse/engine';
import { maskSensitive } from '@recourse/engine/redaction';

/** A call that has ended, without secrets. */
interface FinishedCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly answer: JsonObject;
  readonly sessionId: string | undefined;
  readonly startedAt: string;
  readonly elapsedMs: number;
}

/** A listener that returns a promise holds the answer of the call until it settles. */
type Listener = (call: FinishedCall) => void | Promise<void>;

/** Tells listeners about the calls of tools that have ended. */
export class CallFeed {
  readonly #listeners = new Set<Listener>();

  /** Calls the listener for each call; returns a function that ends that. */
  observe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Makes the calls of a tool known. Copies nothing while there is no listener. */
  readonly watch = (tool: Tool): Tool => {
    const { target } = tool;
    if (!('operation' in target)) return tool;
    const operation = this.#watched(target.operation);
    return { ...tool, operations: [operation], target: { operation } };
  };

  #watched(operation: Operation): Operation {
    return {
      ...operation,
      run: async (call) => {
        const started = Date.now();
        const answer: unknown = await operation.run(call);
        if (this.#listeners.size === 0) return answer;
        const { sessionId } = call.arguments;
        const finished = {
          tool: operation.name,
          arguments: maskSensitive(call.arguments, operation.sensitive),
          answer: envelopeOf(answer),
          sessionId: typeof sessionId === 'string' ? sessionId : undefined,
          startedAt: new Date(started).toISOString(),
          elapsedMs: Date.now() - started,
        };
        await Promise.all([...this.#listeners].map(async (listener) => listener(finished)));
        return answer;
      },
    };
  }
}

const envelopeOf = (answer: unknown): JsonObject => {
  if (isFailure(answer)) {
    const { code, message, hint, retryable, effect, details } = answer;
    return { ok: false, code, error: message, hint, retryable, effect, ...(details && { details }) };
  }
  const value = isSuccess(answer) ? answer.value : answer;
  return { ok: true, ...(value as JsonObject) };
};

const isSuccess = (answer: unknown): answer is { readonly value: object } =>
  typeof answer === 'object' && answer !== null && 'ok' in answer && 'value' in answer && 'warnings' in answer;
