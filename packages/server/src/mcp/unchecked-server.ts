import { Server as McpServer } from '@modelcontextprotocol/server';
import type { JSONRPCRequest, Result, ServerContext } from '@modelcontextprotocol/server';

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/**
 * The SDK's server, with handlers that get a request as it came and whose results leave as they are. Every other way
 * checks the request of a tool call first and answers in words of its own; what is wrong with a call is the
 * pipeline's to say.
 */
export class UncheckedServer extends McpServer {
  /** Only declared: the SDK's constructor wraps handlers before a field of ours would be there. */
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
