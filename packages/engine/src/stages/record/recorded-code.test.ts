import { createHash } from 'node:crypto';
import type { JsonObject } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { code } from '../../guards/kinds.ts';
import { createServer } from '../../server/create-server.ts';
import type { ServerOptions } from '../../server/server-options.ts';
import { request } from '../../testing/tickets.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { createEventBuffer } from './create-event-buffer.ts';
import type { LogLine } from './logger.ts';
import { createMemorySink } from './memory-sink.ts';

const hashOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** Calls a tool that runs code, and returns everything that was recorded about the call. */
const recordOf = async (
  args: JsonObject,
  run: (code: string) => JsonObject = () => ({}),
  options: Partial<ServerOptions> = {},
) => {
  const sink = createMemorySink();
  const events = createEventBuffer(sink);
  const lines: LogLine[] = [];
  const tool = defineTool({
    name: 'run_code',
    description: 'Runs code.',
    input: z.strictObject({ code: code({ language: 'javascript' }), arg: z.string().optional() }),
    operation: 'eval',
    danger: 'dangerous',
    enabledFor: 'validated',
    errors: ['UPSTREAM_UNAVAILABLE'],
    run: (call) => run(call.arguments.code),
  });
  const record = { events, arguments: 'redacted', logger: { log: (line: LogLine) => void lines.push(line) } } as const;
  const outcome = await createServer({ name: 's', tools: [tool], record, ...options }).call(request('run_code', args));
  await events.flush();
  const taken = sink.take();
  return { outcome, ended: taken.at(-1), text: JSON.stringify([taken, lines]) };
};

describe('a call with code', () => {
  const secret = 'xyzzyplugh';

  it.each([
    ['succeeds', `${secret} + 1`, {}, 'TOOL_CALL_FINISHED'],
    ['is refused by the guard', `${secret}.constructor`, {}, 'TOOL_CALL_FAILED'],
    ['cannot be parsed', `${secret} ${secret}`, {}, 'TOOL_CALL_FAILED'],
    [
      'is denied by the gate',
      `${secret} + 1`,
      { policy: { tools: { run_code: { decision: 'deny' } } } },
      'TOOL_CALL_FAILED',
    ],
    [
      'must be confirmed',
      `${secret} + 1`,
      { policy: { tools: { run_code: { decision: 'confirm' } } } },
      'TOOL_CALL_FAILED',
    ],
    ['is too long', `"${secret.repeat(2000)}"`, {}, 'TOOL_CALL_FAILED'],
  ] as const)('is recorded by its hash alone if it %s', async (_, text, options, type) => {
    const { ended, text: recorded } = await recordOf({ code: text, arg: secret }, undefined, options);
    expect(ended).toMatchObject({ type, data: { code_hash: hashOf(text) } });
    expect(recorded).not.toContain(secret);
    expect(recorded).not.toContain('"arguments"');
  });

  it('is recorded without the text of an error that repeats it', async () => {
    const { ended, text } = await recordOf({ code: secret }, (given) => {
      throw new Error(`${given} is not defined`);
    });
    expect(ended).toMatchObject({ code: 'INTERNAL_ERROR', data: { code_hash: hashOf(secret), category: 'internal' } });
    expect(text).toContain('is not defined');
    expect(text).not.toContain(secret);
  });

  it('has no hash on record if its code is not a string', async () => {
    const { ended } = await recordOf({ code: 7 });
    expect(ended).toMatchObject({ code: 'VALIDATION_INVALID_TYPE' });
    expect(ended?.data).not.toHaveProperty('code_hash');
  });
});
