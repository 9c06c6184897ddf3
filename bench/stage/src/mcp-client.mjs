import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** No call of the comparison may take longer; a server that does has failed the call. */
const answerWithinMs = 45_000;

/**
 * A server over stdio, called message by message, so that nothing between it and the figures reads or checks answers.
 *
 * @typedef {{ readonly isError?: boolean, readonly content?: readonly { readonly type: string, readonly text?: string }[] }} ToolResult
 * @typedef {Awaited<ReturnType<typeof startServer>>} McpServer
 * @param {{ readonly command: string, readonly args: readonly string[], readonly env: NodeJS.ProcessEnv, readonly cwd: string }} options
 */
export const startServer = async ({ command, args, env, cwd }) => {
  const child = spawn(command, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors = `${errors}${chunk}`.slice(-4_000)));
  child.stdin.on('error', () => undefined);
  const waiting = new Map();
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error(`The server has ended: ${errors}`));
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = parse(line);
    if (message === undefined) return;
    const asked = waiting.get(message.id);
    if (!asked) return;
    waiting.delete(message.id);
    if (message.error) asked.reject(new Error(message.error.message));
    else asked.resolve(message.result);
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let last = 0;
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new Error(`${method} was not answered within ${answerWithinMs} ms`));
      }, answerWithinMs);
      const settle = (end) => (value) => {
        clearTimeout(timer);
        end(value);
      };
      waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
      send({ id, method, params });
    });
  await request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'stage-bench', version: '1' },
  });
  send({ method: 'notifications/initialized' });
  return {
    pid: child.pid,
    /** All pages of the list of tools. */
    listTools: async () => {
      const tools = [];
      let cursor;
      do {
        const page = await request('tools/list', cursor === undefined ? {} : { cursor });
        tools.push(...page.tools);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return tools;
    },
    /** @returns {Promise<ToolResult>} */
    call: (name, toolArguments) => request('tools/call', { name, arguments: toolArguments }),
    close: async () => {
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(timer);
    },
  };
};

const parse = (line) => {
  try {
    return JSON.parse(line);
  } catch {
    // Some servers write other lines to stdout; clients ignore them.
    return undefined;
  }
};
