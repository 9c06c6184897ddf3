import { serveHttp } from '@recourse/server';
import type { Server } from '@recourse/engine';

const version = '2026-07-28';
const capabilities = { elicitation: { form: {} }, extensions: { 'io.modelcontextprotocol/tasks': {} } };

type Result = Readonly<Record<string, unknown>>;

/** A client of the stateless revision that accepts tasks, over a real HTTP port. */
export const openTaskCaller = async (server: Server) => {
  const serving = await serveHttp(server, { port: 0 });
  const send = async (method: string, name: string, params: object): Promise<Result> => {
    const response = await fetch(serving.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': version,
        'mcp-method': method,
        'mcp-name': name,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method,
        params: {
          ...params,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': version,
            'io.modelcontextprotocol/clientCapabilities': capabilities,
          },
        },
      }),
    });
    const text = await response.text();
    // The last message of a stream is the answer.
    const [, last = text] = /.*^data: (\{.*)$/ms.exec(text) ?? [];
    const answer = JSON.parse(last) as { readonly result?: Result };
    if (!answer.result) throw new Error(text);
    return answer.result;
  };
  return {
    call: (name: string, args: object, more: object = {}): Promise<Result> =>
      send('tools/call', name, { name, arguments: args, ...more }),
    task: (taskId: unknown): Promise<Result> => send('tasks/get', String(taskId), { taskId }),
    close: () => serving.close({ now: true }),
  };
};
