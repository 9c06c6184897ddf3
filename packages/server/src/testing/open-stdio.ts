import { PassThrough } from 'node:stream';
import type { Server } from '@recourse/engine';
import { serveStdio } from '../wire/stdio/serve-stdio.ts';
import type { ServeStdioOptions } from '../wire/stdio/serve-stdio.ts';

type Message = Record<string, unknown> & { readonly id?: string | number | null };

/** A server on two streams in place of stdin and stdout: sends lines and collects the answers. */
export const openStdio = async (server: Server, options: Omit<ServeStdioOptions, 'input' | 'output'> = {}) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answers: (Message | readonly Message[])[] = [];
  let waiting: { readonly count: number; readonly done: () => void } | undefined;
  let rest = '';
  output.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString()}`.split('\n');
    rest = lines.pop() ?? '';
    answers.push(...lines.map((line) => JSON.parse(line) as Message));
    if (waiting && answers.length >= waiting.count) waiting.done();
  });
  const serving = await serveStdio(server, { input, output, ...options });
  return {
    ...serving,
    close: () => serving.close(),
    closed: serving.closed,
    input,
    output,
    answers,
    send: (...messages: readonly (object | string)[]) => {
      for (const message of messages) {
        input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
      }
    },
    /** Waits for a number of answers in all. */
    received: async (count: number) => {
      if (answers.length < count) await new Promise<void>((done) => (waiting = { count, done }));
      return answers;
    },
  };
};

export const initialize = (capabilities: object = {}) => ({
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'test', version: '1' } },
});

export const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

export const toolCall = (id: string | number, name: string, args: object = {}, meta?: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args, ...(meta && { _meta: meta }) },
});

/** The `_meta` of a stateless request. */
export const modernMeta = (capabilities: object = {}) => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});
