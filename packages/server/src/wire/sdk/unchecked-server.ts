import { Server as McpServer } from '@modelcontextprotocol/server';
import type { JSONRPCRequest, Result, ServerContext } from '@modelcontextprotocol/server';

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/**
 * The SDK's server, with handlers that get the request and return the result unchecked. Otherwise the SDK would check a
 * tool call first and answer in its own words; the pipeline decides what is wrong with a call.
 */
export class UncheckedServer extends McpServer {
  /** Only declared: the SDK's constructor wraps handlers before our fields are initialised. */
  declare private unchecked?: Handler | undefined;

  serveUnchecked(method: 'tools/call' | 'tools/list', handler: Handler): void {
    this.unchecked = handler;
    this.setRequestHandler(method, () => Promise.reject(new Error('This handler is replaced before it is called')));
    this.unchecked = undefined;
  }

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    return this.unchecked ?? super._wrapHandler(method, handler);
  }
}
