import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import type { Pending } from '../calling/pending.ts';
import type { Recovered } from '../calling/recovered.ts';
import { idempotencyKeyMetaKey } from '../meta-keys.ts';
import type { RecoverCallOptions } from '../recovering.ts';
import type { ToolSource } from './list-all-tools.ts';
import { tellFailure } from './told-failure.ts';
import type { ToldFailure } from './told-failure.ts';

/** The output of a tool: plain JSON, so that it can be kept with a conversation and shown to a model again. */
export type ToolOutput =
  | { readonly isError: false; readonly content: readonly JsonObject[]; readonly structuredContent?: JsonObject }
  | {
      readonly isError: true;
      readonly failure: ToldFailure;
      /** The call as it waits for a person, if the framework suspends such calls. */
      readonly pending?: Pending;
    };

/** A call as a model makes it. */
export interface ModelCall {
  readonly name: string;
  readonly arguments: unknown;
  /** The framework's id of this call. */
  readonly toolCallId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FrameworkOptions {
  /**
   * Names the effect that a call is meant to have, for programs that know it; otherwise the effect is known by server,
   * tool and arguments. Do not use the id of a tool call: a model that tries again has a new one, and some models count
   * theirs from zero in every answer.
   */
  readonly intent?: (call: ModelCall) => string | undefined;
  /**
   * The idempotency key itself, for frameworks that run a call again which has succeeded, as graphs do that are
   * resumed: a server of the contract then answers with what it has stored. It has to be good for one call only, so an
   * id of a tool call needs that of its conversation beside it.
   */
  readonly key?: (call: ModelCall) => string | undefined;
}

/** Makes a call for a model. Failures are returned as answers; it never throws. */
export const callForModel = async (
  client: ToolSource,
  call: ModelCall,
  { intent, key }: FrameworkOptions,
  suspend = false,
): Promise<ToolOutput> => {
  const name = intent?.(call);
  const ownKey = key?.(call);
  const options: RecoverCallOptions = {
    ...(name !== undefined && { intent: name }),
    ...(call.signal && { signal: call.signal }),
    ...(suspend && { suspend }),
    ...(call.toolCallId !== undefined && call.toolCallId !== '' && { toolCallId: call.toolCallId }),
  };
  const args = (call.arguments ?? {}) as JsonObject;
  const meta = ownKey === undefined ? {} : { _meta: { [idempotencyKeyMetaKey]: ownKey } };
  return outputOf(await client.recover({ name: call.name, arguments: args, ...meta }, options));
};

/** Makes a call for a model that a person has decided on. */
export const resumeForModel = async (
  client: ToolSource,
  pending: Pending,
  yes: boolean,
  signal?: AbortSignal,
): Promise<ToolOutput> => {
  if (!client.resume) throw new TypeError('The client cannot resume calls');
  return outputOf(await client.resume(pending, yes, signal && { signal }));
};

const outputOf = (recovered: Recovered): ToolOutput => {
  if (recovered.end !== 'succeeded' && recovered.end !== 'verified')
    return {
      isError: true,
      failure: tellFailure(recovered),
      ...(recovered.pending && { pending: recovered.pending }),
    };
  const { content, structuredContent } = (recovered.result ?? {}) as Readonly<Record<string, unknown>>;
  return {
    isError: false,
    content: Array.isArray(content) ? content.filter(isJsonObject) : [],
    ...(isJsonObject(structuredContent) && { structuredContent }),
  };
};
