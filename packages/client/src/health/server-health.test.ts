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
      reads: ['find'],
      sleep: () => Promise.resolve(),
      reconnect: () => ({ ...createBreaking(calls), callTool: () => Promise.resolve({ content: [] }) }),
    });
    const ended = await Promise.all(Array.from({ length: calls }, () => client.recover({ name: 'find' })));
    expect(ended.map(({ end }) => end)).toEqual(Array(calls).fill('succeeded'));
  });

  it('repeatedly opens the circuit', async () => {
    const client = recovering(createBreaking(1), {
      health: createServerHealth({ faults: 2 }),
      reads: ['find'],
      sleep: () => Promise.resolve(),
      reconnect: () => createBreaking(1),
    });
    expect((await client.recover({ name: 'find' })).end).toBe('gave_up_server');
  });
});

describe('a line that loses half of all messages', () => {
  it('does not open the circuit of a server that answers the others', () => {
    let random = 7;
    const next = (): number => (random = (random * 48_271) % 2_147_483_647) / 2_147_483_647;
    const health = createServerHealth({ now: () => 0 });
    let stopped = 0;
    for (let call = 0; call < 2_000; call += 1) {
      if (call >= 50 && !health.mayCall()) stopped += 1;
      if (next() < 0.5) health.faulted();
      else health.answered();
    }
    expect(stopped).toBeLessThan(20);
  });

  it('opens it where the server is down for good', () => {
    const health = createServerHealth({ now: () => 0 });
    for (let call = 0; call < 100; call += 1) {
      health.faulted();
      health.answered();
    }
    for (let call = 0; call < 30; call += 1) health.faulted();
    expect(health.mayCall()).toBe(false);
  });

  it('rests longer with every try that fails, and not at all after an answer', () => {
    let now = 0;
    const health = createServerHealth({ faults: 1, now: () => now });
    const rests: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      health.faulted();
      rests.push(health.openForMs());
      now += health.openForMs();
      health.mayCall();
    }
    expect(rests).toEqual([1_000, 2_000, 4_000, 8_000, 10_000]);
    health.answered();
    expect(health.openForMs()).toBe(0);
  });
});
