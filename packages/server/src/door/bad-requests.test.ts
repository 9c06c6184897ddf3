import { afterEach, describe, expect, it, vi } from 'vitest';
import { badRequests } from '../testing/bad-requests.ts';
import { openHttp } from '../testing/open-http.ts';
import { toolCall } from '../testing/open-stdio.ts';
import { goodbye, say, statusesIn } from '../testing/say.ts';
import { createTickets } from '../testing/tickets.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((serving) => serving.close()));
});

const open = async () => {
  const log = vi.fn<(line: object) => void>();
  const tickets = createTickets({ record: { logger: { log } } });
  const http = await openHttp(tickets.server);
  opened.push(http);
  return { ...tickets, ...http, codes: () => log.mock.calls.map(([line]) => (line as { code?: string }).code) };
};

/** The first refusal loads the code that records it. */
const patience = { timeout: 20_000 };

describe('a request over HTTP', () => {
  it.each(badRequests.map((bad) => [bad.title, bad] as const))(
    'is refused once, with a code and on record: %s',
    async (_, { bytes, status, code, says, closes }) => {
      const { port, done, codes } = await open();
      const heard = await say(port, closes ? bytes : `${bytes}${goodbye}`);
      expect(statusesIn(heard)).toEqual(closes ? [status] : [status, 200]);
      expect(heard).toContain(`"code":"${code}"`);
      expect(heard).toMatch(/"recovery":"[a-z_]+"/u);
      if (says) expect(heard).toMatch(says);
      expect(done).toEqual([]);
      await vi.waitFor(() => expect(codes()).toContain(code), patience);
    },
  );
});

describe('a body over HTTP', () => {
  it.each([
    ['application/json; charset=utf-8', 'identity'],
    ['Application/JSON;CHARSET="UTF-8"', ''],
    ['application/json; charset=us-ascii; x=y', 'identity'],
  ])('is read with %s and the encoding %j', async (type, encoding) => {
    const { ask } = await open();
    const headers = { 'content-type': type, 'content-encoding': encoding };
    expect((await ask({ headers, body: toolCall(1, 'find_ticket', { id: 7 }) })).status).toBe(200);
  });

  it('is read after 100 Continue', async () => {
    const { ask } = await open();
    const answer = await ask({ headers: { expect: '100-continue' }, body: toolCall(1, 'find_ticket', { id: 7 }) });
    expect(answer).toMatchObject({ status: 200, json: { id: 1, result: {} } });
  });
});

describe('a preflight request', () => {
  it('allows the headers that repeat arguments, and no others', async () => {
    const { ask } = await open();
    const asked = await ask({
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:3000',
        'access-control-request-headers': 'content-type, Mcp-Param-Region, mcp-param-tenant, x-evil, mcp-param-',
      },
    });
    const allowed = String(asked.headers['access-control-allow-headers']).split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['mcp-param-region', 'mcp-param-tenant', 'mcp-session-id']));
    expect(allowed).not.toContain('x-evil');
    expect(allowed).not.toContain('mcp-param-');
  });
});
