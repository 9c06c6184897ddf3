import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { connectClient } from './connect-client.ts';
import type { Linked, LinkOptions } from './connect-client.ts';

export interface DialOptions extends LinkOptions {
  /** Sent with every request, such as an Authorization or an Accept-Language. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The official client, connected over HTTP to the MCP endpoint of a server that is served. */
export const dialClient = (url: string, { headers = {}, ...options }: DialOptions = {}): Promise<Linked> =>
  connectClient(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { ...headers } } }), options);
