import type { JsonObject } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import { serveHttp } from '@recourse/server';

export interface RpcError {
  readonly code: number;
  readonly message: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into data of many shapes
  readonly data: any;
}

interface RpcAnswer {
  readonly jsonrpc: string;
  readonly id: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of many shapes
  readonly result?: any;
  readonly error?: RpcError;
}

/** A caller as the contract's own curl line is one: JSON-RPC over HTTP, with no sign of MCP. */
export interface PlainCaller {
  readonly url: string;
  call(tool: string, args: JsonObject): Promise<RpcAnswer>;
  close(): Promise<void>;
}

/** Serves over HTTP on a free port, and calls as the contract does. */
export const openHttp = async (server: Server): Promise<PlainCaller> => {
  const serving = await serveHttp(server, { port: 0 });
  return {
    url: serving.url,
    call: async (tool, args) => {
      const response = await fetch(serving.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } }),
      });
      return (await response.json()) as RpcAnswer;
    },
    close: () => serving.close(),
  };
};
