import type { JsonObject } from '@recourse/contract';
import { linkClient } from '@recourse/testkit';
import type { Linked } from '@recourse/testkit';
import { createStageServer } from '../server.ts';
import { readSettings } from '../settings.ts';
import { createCodeCheck } from './code-check.ts';

/** The envelope of an answer. Tests name the fields that they read. */
export type Envelope = JsonObject & {
  readonly ok: boolean;
  readonly _meta: { readonly session_id?: string; readonly estimated_tokens: number };
};

/** A stage and the official MCP client in front of it, in one process. */
export interface LinkedStage {
  /** Calls a tool over MCP and returns the envelope, of a failure too. Throws for a code that the tool does not list. */
  readonly call: <Answer = Envelope>(tool: string, args?: JsonObject) => Promise<Answer>;
  readonly client: Linked['client'];
  /** Ends the sessions and the connection. */
  readonly close: () => Promise<void>;
}

/** Links a client to a stage with these variables. Apps must lie in the folder. */
export const linkStage = async (
  environment: Readonly<Record<string, string>>,
  folder: string,
): Promise<LinkedStage> => {
  const stage = createStageServer({ environment, settings: readSettings(environment, folder) });
  const linked = await linkClient(stage.server);
  const check = await createCodeCheck(stage.server);
  return {
    client: linked.client,
    call: async <Answer>(tool: string, args: JsonObject = {}) => {
      const { structuredContent } = await linked.callTool(tool, args);
      check(tool, structuredContent);
      return structuredContent as Answer;
    },
    close: async () => {
      await stage.close();
      await linked.close();
    },
  };
};
