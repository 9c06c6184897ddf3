import { Server as McpServer } from '@modelcontextprotocol/server';
import type { JSONRPCRequest, Result, ServerContext } from '@modelcontextprotocol/server';
import type { ServeRequest } from './serve-request.ts';

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/**
 * The SDK's server, with handlers that get the request and return the result unchecked. Otherwise the SDK would check a
 * tool call first and answer in its own words; the pipeline decides what is wrong with a call.
 */
export class UncheckedServer extends McpServer {
  /** Only declared: the SDK's constructor wraps handlers before our fields are initialised. */
  declare private unchecked?: Handler | undefined;
  /** Serves every request other than a tool call. */
  declare serveRequest?: ServeRequest;

  serveUnchecked(method: 'tools/call' | 'tools/list', handler: Handler): void {
    this.unchecked = handler;
    this.setRequestHandler(method, () => Promise.reject(new Error('This handler is replaced before it is called')));
    this.unchecked = undefined;
  }

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const serve = this.unchecked ?? super._wrapHandler(method, handler);
    if (method === 'tools/call') return serve;
    return (request, context) =>
      this.serveRequest ? this.serveRequest(method, context, () => serve(request, context)) : serve(request, context);
  }
}
