import { describe, expect, it, vi } from 'vitest';
import { Cancelling } from '../call/cancelling.ts';
import { Running } from '../call/running.ts';
import { admit } from '../call/admit.ts';
import { closeOnSignals } from '../close-on-signals.ts';
import { openHttp } from '../testing/open-http.ts';
import { initialize, initialized, openStdio, toolCall } from '../testing/open-stdio.ts';
import { createTickets } from '../testing/tickets.ts';

const forever = 600_000;

describe('a server over HTTP that is closed', () => {
  it('is not ready, and serves on until it is told to hurry', async () => {
    const { ask, close, closed, url } = await openHttp(createTickets().server, { limits: { lameDuckMs: forever } });
    const closing = close();
    expect((await ask({ method: 'GET', path: '/readyz' })).status).toBe(503);
    const answer = await ask({ body: toolCall(1, 'find_ticket', { id: 7 }) });
    expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' }, json: { id: 1, result: {} } });
    await close({ now: true });
    await Promise.all([closing, closed]);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('answers running calls as cancelled when it is told to hurry', async () => {
    const limits = { lameDuckMs: forever, stopMs: forever };
    const { ask, close, port } = await openHttp(createTickets().server, { limits: { ...limits, calls: 1 } });
    const scanning = ask({ body: toolCall(1, 'scan_tickets', { endless: true }) });
    // The one place is taken as soon as the call runs.
    await vi.waitFor(async () => {
      const other = await fetch(`http://127.0.0.1:${port}/tickets/tools/find_ticket`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"id":7}',
      });
      expect(other.status).toBe(429);
      expect(other.headers.get('retry-after')).toBe('1');
    });
    void close();
    await close({ now: true });
    expect((await scanning).json).toMatchObject({ result: { structuredContent: { code: 'CALL_CANCELLED' } } });
  });
});

describe('a server on stdio that is closed', () => {
  it('answers a call that waits for its user', async () => {
    const { server, done } = createTickets();
    const { send, received, answers, close } = await openStdio(server, { limits: { stopMs: 1 } });
    send(initialize({ elicitation: { form: {} } }), initialized, toolCall(1, 'close_ticket', { id: 7 }));
    await received(2);
    await close();
    expect(answers[2]).toMatchObject({ id: 1, result: { structuredContent: { code: 'CONFIRMATION_DENIED' } } });
    expect(done).toEqual([]);
  });

  it('finishes a call that the SDK has not begun', async () => {
    const { send, input, answers, closed } = await openStdio(createTickets().server);
    send(toolCall(1, 'find_ticket', { id: 7 }, { progressToken: 1 }));
    input.end();
    await closed;
    expect(answers).toMatchObject([{ id: 1, result: { structuredContent: { id: 7 } } }]);
  });
});

it('refuses a call after the end with a time to repeat it', async () => {
  const running = new Running(8);
  await running.end();
  const incoming = { tool: 'x', arguments: {}, meta: {}, caller: { transport: 'http', local: true } } as const;
  expect(admit(running, incoming, new Cancelling())).toMatchObject({
    code: 'RATE_LIMIT_CONCURRENCY',
    http: 503,
    effect: 'none',
    retryable: true,
    retry_after_ms: 1000,
  });
});

describe('closeOnSignals', () => {
  it('closes on the first signal, hurries on the second, and ends the process after its bound', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const close = vi.fn<(options?: object) => Promise<void>>(() => Promise.resolve());
      const exit = vi.fn<() => void>();
      let end: () => void = () => undefined;
      const closed = new Promise<void>((resolve) => (end = resolve));
      const ended = closeOnSignals({ close, closed }, { boundMs: 5000, exit });
      process.emit('SIGTERM');
      process.emit('SIGINT');
      expect(close.mock.calls).toEqual([[{}], [{ now: true }]]);
      vi.advanceTimersByTime(4999);
      expect(exit).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect(exit).toHaveBeenCalledTimes(1);
      end();
      await ended;
      vi.advanceTimersByTime(250);
      expect(exit).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
