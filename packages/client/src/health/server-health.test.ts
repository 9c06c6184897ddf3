import { describe, expect, it } from 'vitest';
import { recovering } from '../recovering.ts';
import { createServerHealth } from './server-health.ts';

/** A client whose connection breaks when so many calls are on their way, and with it every one of them. */
const createBreaking = (calls: number) => {
  const waiting: ((error: Error) => void)[] = [];
  return {
    listen: () => undefined,
    listTools: () => Promise.resolve({ tools: [{ name: 'find', annotations: { readOnlyHint: true } }] }),
    callTool: () =>
      new Promise((_, reject) => {
        waiting.push(reject);
        if (waiting.length < calls) return;
        for (const fail of waiting.splice(0))
          fail(Object.assign(new Error('Connection closed'), { code: 'CONNECTION_CLOSED' }));
      }),
  };
};

describe('a connection that breaks', () => {
  const calls = 8;

  it('is one fault, however many calls were on their way', async () => {
    const client = recovering(createBreaking(calls), {
      health: createServerHealth({ faults: 2 }),
      sleep: () => Promise.resolve(),
      reconnect: () => ({ ...createBreaking(calls), callTool: () => Promise.resolve({ content: [] }) }),
    });
    const ended = await Promise.all(Array.from({ length: calls }, () => client.recover({ name: 'find' })));
    expect(ended.map(({ end }) => end)).toEqual(Array(calls).fill('succeeded'));
  });

  it('again and again opens the circuit', async () => {
    const client = recovering(createBreaking(1), {
      health: createServerHealth({ faults: 2 }),
      sleep: () => Promise.resolve(),
      reconnect: () => createBreaking(1),
    });
    expect((await client.recover({ name: 'find' })).end).toBe('gave_up_server');
  });
});
