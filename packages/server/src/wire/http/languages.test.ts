import { recourse } from '@recourse/contract/dialects/recourse';
import { afterEach, describe, expect, it } from 'vitest';
import { localeMetaKey } from '../../meta-keys.ts';
import { modernHeaders, openHttp, sessionHeaders } from '../../testing/open-http.ts';
import { initialize, modernMeta, openStdio, toolCall } from '../../testing/open-stdio.ts';
import { createTickets } from '../../testing/tickets.ts';
import type { ServeHttpOptions } from '../../door/serve-http.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((serving) => serving.close()));
});

const open = async (options: ServeHttpOptions = {}) => {
  const http = await openHttp(createTickets().server, options);
  opened.push(http);
  return http;
};

const spanish = "Recurso 'ticket' no encontrado: '404'";
const english = /not found/u;

/** The message of a failure, wherever the wire puts it. */
const said = (json: Record<string, unknown>): string => {
  const { structuredContent } = json['result'] as { structuredContent: unknown };
  const outcome = recourse.parse(structuredContent);
  return !outcome || outcome.ok ? '' : outcome.message;
};

describe('REST', () => {
  const ask = async (language?: string, more: Record<string, string> = {}, options: ServeHttpOptions = {}) => {
    const headers = { ...(language !== undefined && { 'accept-language': language }), ...more };
    return (await open(options)).ask({ path: '/tickets/tools/find_ticket', headers, body: { id: 404 } });
  };

  it('answers a failure in the language that is asked for, and says so', async () => {
    const answer = await ask('fr-CH, es-MX;q=0.8, en;q=0.3');
    expect(answer.status).toBe(404);
    expect(answer.json['error']).toBe(spanish);
    expect(answer.headers).toMatchObject({ 'content-language': 'es', vary: 'accept-language' });
    const problem = await ask('es', { accept: 'application/problem+json' });
    expect(problem.json['detail']).toBe(spanish);
  });

  it('answers in English where it speaks none of the languages, and says that the answer could be another', async () => {
    const answer = await ask('fr');
    expect(answer.json['error']).toMatch(english);
    expect(answer.headers).toMatchObject({ 'content-language': 'en', vary: 'accept-language' });
    expect((await ask('*')).headers).not.toHaveProperty('content-language');
    expect((await ask()).headers['vary']).toBe('accept-language');
  });

  it('keeps the origin among what an answer varies by', async () => {
    const origin = 'https://pages.example.org';
    const origins = ['pages.example.org'];
    const answer = await ask('es', { origin }, { origins });
    expect(answer.headers['vary']).toBe('origin, accept-language');
  });

  it('says nothing about languages of an answer without words', async () => {
    const http = await open();
    const path = '/tickets/tools/find_ticket';
    const answer = await http.ask({ path, headers: { 'accept-language': 'es' }, body: { id: 7 } });
    expect(answer.headers).not.toHaveProperty('vary');
    expect(answer.headers).not.toHaveProperty('content-language');
  });

  it('also words what the door itself refuses', async () => {
    const http = await open();
    const path = '/tickets/tools/find_ticket';
    const answer = await http.ask({ path, headers: { 'accept-language': 'es' }, body: '{' });
    expect(answer.json['error']).toMatch(/^Solicitud mal formada/u);
  });
});

describe('MCP over HTTP', () => {
  const call = (meta?: object) => toolCall(1, 'find_ticket', { id: 404 }, meta);

  it.each([
    ['a plain caller', {}, undefined],
    ['the stateless revision', modernHeaders('tools/call', 'find_ticket'), modernMeta()],
  ])('answers %s by Accept-Language, and before it by _meta', async (_, headers, meta) => {
    const { ask } = await open();
    const spoken = async (language: string, more: object = {}) =>
      said(
        (await ask({ headers: { ...headers, 'accept-language': language }, body: call({ ...meta, ...more }) })).json,
      );
    expect(await spoken('es')).toBe(spanish);
    expect(await spoken('*')).toMatch(english);
    expect(await spoken('en', { [localeMetaKey]: 'es-MX' })).toBe(spanish);
    expect(await spoken('es', { [localeMetaKey]: 'en' })).toMatch(english);
  });

  it('answers in a session too', async () => {
    const { ask } = await open();
    const { headers } = await ask({ headers: sessionHeaders, body: initialize() });
    const session = { ...sessionHeaders, 'mcp-session-id': String(headers['mcp-session-id']) };
    const answer = await ask({ headers: { ...session, 'accept-language': 'es' }, body: call() });
    expect(said(answer.json)).toBe(spanish);
  });
});

it('takes the language of a call on stdio from its _meta', async () => {
  const { send, received, close } = await openStdio(createTickets().server);
  send(toolCall(1, 'find_ticket', { id: 404 }, { [localeMetaKey]: 'es' }));
  const [answer] = await received(1);
  expect(said(answer as Record<string, unknown>)).toBe(spanish);
  await close();
});
