import type { JsonObject } from '@recourse/contract';
import type { CdpSession } from '../../src/cdp/connection.ts';
import type { Envelope } from '../../src/testing/linked-stage.ts';
import type { ListedTool } from './knowledge.ts';
import type { Facts } from './ledger.ts';
import type { Story } from './story.ts';

/** An app that stories are told with, and a stage that has a session with it. */
export interface StoryHost {
  readonly tools: readonly ListedTool[];
  readonly call: (tool: string, args: JsonObject) => Promise<Envelope>;
  /** The state of the app, read without the stage. */
  readonly facts: () => Promise<Facts>;
  /** A folder whose files the app may be given. */
  readonly folder: string;
  /** The first page under another debugger, for events that the story has to survive. */
  readonly page: CdpSession;
  /** Puts the app back into its first state. */
  readonly startOver: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** One request of a user, and a client that carries it out. */
export interface UserStory {
  /** Completes the sentence "the client …". */
  readonly title: string;
  /** The words of the user. Paths are in the folder of the host. */
  readonly request: (folder: string) => string;
  readonly tell: (story: Story, host: StoryHost) => Promise<void>;
}
