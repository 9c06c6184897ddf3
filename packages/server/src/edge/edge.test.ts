import { afterEach, describe, expect, it, vi } from 'vitest';
import { badFrames } from '../testing/bad-frames.ts';
import type { BadFrame } from '../testing/bad-frames.ts';
import { createDesk } from '../testing/desk.ts';
import { openHttp, sessionHeaders } from '../testing/open-http.ts';
import { initialize, initialized, openStdio } from '../testing/open-stdio.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((serving) => serving.close()));
});

interface Answer {
  readonly id: unknown;
  readonly error: { readonly code: number; readonly data: object };
}

/** JSON.parse would round an id beyond 2^53. */
const idIn = (text: string, expected: unknown): unknown =>
  typeof expected === 'bigint' ? BigInt(/"id":(-?\d+)/u.exec(text)?.[1] ?? 0) : (JSON.parse(text) as Answer).id;

const expectRefusal = (text: string, { number, code, id, says = {} }: BadFrame): void => {
  const { error } = JSON.parse(text) as Answer;
  expect(idIn(text, id)).toBe(id);
  expect(error.code).toBe(number);
  expect(error.data).toMatchObject({ ok: false, code, recovery: expect.any(String) as unknown, ...says });
};

const createRecorded = () => {
  const log = vi.fn<(line: object) => void>();
  const { server } = createDesk({ record: { logger: { log } } });
  return { server, codes: () => log.mock.calls.map(([line]) => (line as { code?: string }).code) };
};

const cases = badFrames.map((bad) => [bad.title, bad] as const);
const isHandshake = ({ frame }: BadFrame): boolean => textOf(frame).includes('"initialize"');
/** The first refusal loads the code that records it. */
const patience = { timeout: 20_000 };

const textOf = (frame: object | string): string => (typeof frame === 'string' ? frame : JSON.stringify(frame));

describe('a message on stdio', () => {
  it.each(cases)('is refused once, with a code and on record: %s', async (_, bad) => {
    const { server, codes } = createRecorded();
    const stdio = await openStdio(server);
    opened.push(stdio);
    const lines: string[] = [];
    stdio.output.on('data', (chunk: Buffer) => lines.push(...chunk.toString().split('\n').filter(Boolean)));
    if (!isHandshake(bad)) {
      stdio.send(initialize(), initialized);
      await stdio.received(1);
    }
    const before = lines.length;
    stdio.send(textOf(bad.frame));
    await stdio.received(before + 1);
    stdio.send({ jsonrpc: '2.0', id: 'after', method: 'tools/list' });
    await stdio.received(before + 2);
    expectRefusal(lines[before] ?? '', bad);
    expect(lines[before + 1]).toContain('"id":"after","result"');
    await vi.waitFor(() => expect(codes()).toContain(bad.code), patience);
  });
});

describe('a message in a session over HTTP', () => {
  it.each(cases)('is refused once, with a code and on record: %s', async (_, bad) => {
    const { server, codes } = createRecorded();
    const http = await openHttp(server);
    opened.push(http);
    const { headers } = await http.ask({ headers: sessionHeaders, body: initialize() });
    const session = { ...sessionHeaders, 'mcp-session-id': String(headers['mcp-session-id']) };
    const modern = textOf(bad.frame).includes('io.modelcontextprotocol/protocolVersion');
    const own = modern
      ? { ...sessionHeaders, 'mcp-method': 'tools/list' }
      : isHandshake(bad)
        ? sessionHeaders
        : session;
    const answer = await http.ask({ headers: own, body: textOf(bad.frame) });
    const events = answer.text.split('\n').filter((line) => line.startsWith('data: {'));
    expect(events.length).toBeLessThanOrEqual(1);
    expectRefusal(events[0]?.slice('data: '.length) ?? answer.text, bad);
    await vi.waitFor(() => expect(codes()).toContain(bad.code), patience);
  });
});
