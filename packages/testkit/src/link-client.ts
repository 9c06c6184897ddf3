import { Client } from '@modelcontextprotocol/client';
import type { CallToolResult, ElicitRequestFormParams, ElicitResult, Progress } from '@modelcontextprotocol/client';
import type { JsonObject } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import { confirmationTokenMetaKey, connectInProcess, idempotencyKeyMetaKey } from '@recourse/server';

export interface LinkOptions {
  /** Answers the dialogues of the server. Without it the client says that it cannot show any. */
  readonly elicit?: (dialogue: ElicitRequestFormParams) => ElicitResult | Promise<ElicitResult>;
  /** The revision to speak: a session unless given. */
  readonly protocol?: 'session' | '2026-07-28';
}

/** What may go with a call besides its arguments. */
export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly confirmationToken?: string;
  readonly meta?: JsonObject;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** The official client, linked to a server within the process. */
export interface Linked {
  readonly client: Client;
  /** Calls a tool. A failure is a result too; only what is no tool call at all throws. */
  readonly callTool: (name: string, args?: JsonObject, options?: CallOptions) => Promise<CallToolResult>;
  readonly close: () => Promise<void>;
}

/** Links the official client to a server. Everything goes over the protocol; only the pipe between them is missing. */
export const linkClient = async (
  server: Server,
  { elicit, protocol = 'session' }: LinkOptions = {},
): Promise<Linked> => {
  const client = new Client(
    { name: 'testkit', version: '0.1.0' },
    {
      capabilities: elicit ? { elicitation: { form: {} } } : {},
      ...(protocol !== 'session' && { versionNegotiation: { mode: { pin: protocol } } }),
    },
  );
  if (elicit) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      if (params.mode === 'url') throw new Error('The testkit answers forms and opens no pages');
      return elicit(params);
    });
  }
  const line = await connectInProcess(server);
  await client.connect(line.transport);
  return {
    client,
    callTool: (name, args = {}, options = {}) => {
      const { signal, onProgress } = options;
      return client.callTool(
        { name, arguments: { ...args }, _meta: metaOf(options) },
        { ...(signal && { signal }), ...(onProgress && { onprogress: onProgress }) },
      );
    },
    close: async () => {
      await client.close();
      await line.close();
    },
  };
};

const metaOf = ({ idempotencyKey, confirmationToken, meta }: CallOptions): Record<string, unknown> => ({
  ...meta,
  ...(idempotencyKey !== undefined && { [idempotencyKeyMetaKey]: idempotencyKey }),
  ...(confirmationToken !== undefined && { [confirmationTokenMetaKey]: confirmationToken }),
});
