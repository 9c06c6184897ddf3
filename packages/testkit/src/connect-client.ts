import { Client } from '@modelcontextprotocol/client';
import type {
  CallToolResult,
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestFormParams,
  ElicitResult,
  Progress,
  Root,
  Transport,
} from '@modelcontextprotocol/client';
import type { JsonObject } from '@recourse/contract';
import { confirmationTokenMetaKey, idempotencyKeyMetaKey } from '@recourse/server';

export interface LinkOptions {
  /** Answers the dialogues of the server. Without it the client says that it cannot show any. */
  readonly elicit?: (dialogue: ElicitRequestFormParams) => ElicitResult | Promise<ElicitResult>;
  /** Answers what the server asks the client's model. Without it the client says that it has none. */
  readonly sample?: (request: CreateMessageRequestParams) => CreateMessageResult | Promise<CreateMessageResult>;
  /** The places that the user works in. Without them the client says that it knows of none. */
  readonly roots?: readonly Root[];
  /** The revision to speak; defaults to a session. */
  readonly protocol?: 'session' | '2026-07-28';
}

/** Options of a call, in addition to its arguments. */
export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly confirmationToken?: string;
  readonly meta?: JsonObject;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** The official client, connected to a server. */
export interface Linked {
  readonly client: Client;
  /** Calls a tool. A failure is returned as a result; it throws only if there is no result. */
  readonly callTool: (name: string, args?: JsonObject, options?: CallOptions) => Promise<CallToolResult>;
  readonly close: () => Promise<void>;
}

/** Connects the official client to whatever a transport leads to. */
export const connectClient = async (
  transport: Transport,
  { elicit, sample, roots, protocol = 'session' }: LinkOptions = {},
): Promise<Linked> => {
  const client = new Client(
    { name: 'testkit', version: '0.1.0' },
    {
      capabilities: {
        ...(elicit && { elicitation: { form: {} } }),
        ...(sample && { sampling: {} }),
        ...(roots && { roots: {} }),
      },
      ...(protocol !== 'session' && { versionNegotiation: { mode: { pin: protocol } } }),
    },
  );
  if (elicit) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      if (params.mode === 'url') throw new Error('The testkit supports form elicitation only, not URL elicitation');
      return elicit(params);
    });
  }
  if (sample) client.setRequestHandler('sampling/createMessage', ({ params }) => sample(params));
  if (roots) client.setRequestHandler('roots/list', () => ({ roots: [...roots] }));
  await client.connect(transport);
  return {
    client,
    callTool: (name, args = {}, options = {}) => {
      const { signal, onProgress } = options;
      return client.callTool(
        { name, arguments: { ...args }, _meta: metaOf(options) },
        { ...(signal && { signal }), ...(onProgress && { onprogress: onProgress }) },
      );
    },
    close: () => client.close(),
  };
};

const metaOf = ({ idempotencyKey, confirmationToken, meta }: CallOptions): Record<string, unknown> => ({
  ...meta,
  ...(idempotencyKey !== undefined && { [idempotencyKeyMetaKey]: idempotencyKey }),
  ...(confirmationToken !== undefined && { [confirmationTokenMetaKey]: confirmationToken }),
});
