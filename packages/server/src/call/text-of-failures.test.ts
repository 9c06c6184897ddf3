import type { ServerOptions } from '@recourse/engine';
import { afterEach, describe, expect, it } from 'vitest';
import { modernHeaders, openHttp, sessionHeaders } from '../testing/open-http.ts';
import { initialize, initialized, modernMeta, openStdio, toolCall } from '../testing/open-stdio.ts';
import { createTickets } from '../testing/tickets.ts';

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((serving) => serving.close()));
});

interface Result {
  readonly content: readonly [{ readonly text: string }];
  readonly structuredContent: object;
  readonly _meta?: object;
}

const call = (meta?: object) => toolCall('call', 'find_ticket', { id: 404 }, meta);

const overStdio = async (messages: readonly object[], options: Partial<ServerOptions> = {}): Promise<Result> => {
  const serving = await openStdio(createTickets(options).server);
  opened.push(serving);
  serving.send(...messages);
  const answers = await serving.received(messages.filter((message) => 'id' in message).length);
  const answer = answers.find((found) => 'id' in found && found.id === 'call') as unknown as { result: Result };
  return answer.result;
};

const overHttp = async (headers: object, meta?: object): Promise<Result> => {
  const http = await openHttp(createTickets().server);
  opened.push(http);
  return (await http.ask({ headers: { ...headers }, body: call(meta) })).json['result'] as Result;
};

const inSession = (protocolVersion: string): readonly object[] => {
  const { params, ...hello } = initialize();
  return [{ ...hello, params: { ...params, protocolVersion } }, initialized, call()];
};

const isLine = ({ content, structuredContent }: Result): boolean => {
  const [{ text }] = content;
  expect(structuredContent).toMatchObject({ ok: false, code: 'NOT_FOUND_RESOURCE' });
  if (text.startsWith('{')) expect(JSON.parse(text)).toEqual(structuredContent);
  else expect(text).toMatch(/^NOT_FOUND_RESOURCE \(discover; none\): /);
  return !text.startsWith('{');
};

describe('the text of a failure', () => {
  it.each([
    ['2025-11-25', true],
    ['2025-06-18', true],
    ['2025-03-26', false],
    ['2024-11-05', false],
    ['2024-10-07', false],
    // Answered with the newest revision.
    ['1999-01-01', true],
  ])('over stdio in a session that asked for %s is a line: %s', async (version, line) => {
    expect(isLine(await overStdio(inSession(version)))).toBe(line);
  });

  it('over stdio is a line for a stateless request, and JSON for a caller that names no revision', async () => {
    expect(isLine(await overStdio([call(modernMeta())]))).toBe(true);
    expect(isLine(await overStdio([call()]))).toBe(false);
  });

  it('over HTTP follows the revision that the request names', async () => {
    expect(isLine(await overHttp({ ...sessionHeaders, 'mcp-protocol-version': '2025-06-18' }))).toBe(true);
    expect(isLine(await overHttp({ ...sessionHeaders, 'mcp-protocol-version': '2025-03-26' }))).toBe(false);
    expect(isLine(await overHttp(sessionHeaders))).toBe(false);
    expect(isLine(await overHttp(modernHeaders('tools/call', 'find_ticket'), modernMeta()))).toBe(true);
  });

  it('in a session of the SDK follows the revision of the session', async () => {
    const http = await openHttp(createTickets().server);
    opened.push(http);
    for (const [version, line] of [
      ['2025-11-25', true],
      ['2025-03-26', false],
    ] as const) {
      const [hello, , request] = inSession(version);
      const { headers } = await http.ask({ headers: sessionHeaders, body: hello ?? {} });
      const session = { ...sessionHeaders, 'mcp-session-id': String(headers['mcp-session-id']) };
      const { json } = await http.ask({ headers: session, body: request ?? {} });
      expect(isLine(json['result'] as Result)).toBe(line);
    }
  });

  it('is JSON for every caller if the server says so', async () => {
    expect(isLine(await overStdio([call(modernMeta())], { text: 'json' }))).toBe(false);
  });

  it('is not repeated in _meta', async () => {
    expect(await overStdio(inSession('2025-11-25'))).not.toHaveProperty('_meta');
  });
});
