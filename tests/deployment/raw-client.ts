import { idempotencyKeyMetaKey } from '@recourse/server';

export type Result = Readonly<Record<string, unknown>>;

/** Sends requests of 2026-07-28 that declare the tasks extension; the official client does not know it. */
export interface RawClient {
  /** The result of a request. Throws for an error, with its code. */
  ask(method: string, params: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<Result>;
  call(name: string, line: string, more?: Readonly<Record<string, unknown>>): Promise<Result>;
  /** Polls until a task has left a status. */
  settled(taskId: unknown, status?: string): Promise<Result>;
}

export const createRawClient = (url: string, key?: string): RawClient => {
  let last = 0;
  const ask: RawClient['ask'] = async (method, params, signal) => {
    const named = params['name'] ?? params['taskId'];
    const { _meta: meta = {}, ...rest } = params as { readonly _meta?: object };
    const response = await fetch(url, {
      method: 'POST',
      ...(signal && { signal }),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(typeof named === 'string' && { 'mcp-name': named }),
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: (last += 1),
        method,
        params: {
          ...rest,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientCapabilities': {
              elicitation: { form: {} },
              extensions: { 'io.modelcontextprotocol/tasks': {} },
            },
            ...meta,
          },
        },
      }),
    });
    const text = await response.text();
    const { result, error } = JSON.parse(text === '' ? '{}' : text) as { result?: Result; error?: Result };
    if (!result) throw new Error(`${method}: ${response.status} ${JSON.stringify(error)}`);
    return result;
  };
  return {
    ask,
    call: (name, line, more = {}) =>
      ask('tools/call', { name, arguments: { line }, _meta: { [idempotencyKeyMetaKey]: `${name} ${line}` }, ...more }),
    settled: async (taskId, status = 'working') => {
      for (;;) {
        const task = await ask('tasks/get', { taskId });
        if (task['status'] !== status) return task;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
};
