import type { ContentBlock } from '@recourse/contract';
import type { AskKind } from '../client/client-use.ts';
import type { HandlerClient } from '../client/handler-client.ts';
import type { Complete } from './complete.ts';

export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required?: boolean;
  /** Suggests values while a user types one. */
  readonly complete?: Complete;
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlock;
}

/** The context of a prompt, in addition to its arguments. */
export interface PromptCall {
  /** The client, for what the prompt declares under `client`. */
  readonly client: HandlerClient<AskKind>;
}

/** A message, or a whole conversation, that a client may offer to its user. */
export interface Prompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
  /** The requests to the client that it makes before it is filled in. */
  readonly client?: readonly AskKind[];
  /** A string stands for one message of the user. */
  render(
    args: Readonly<Record<string, string>>,
    call: PromptCall,
  ): Promise<string | readonly PromptMessage[]> | string | readonly PromptMessage[];
}
