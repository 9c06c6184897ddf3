import { createServer, defineTool, inHeader } from '@recourse/engine';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RequestFrame } from '../../rpc/frame.ts';
import { protocolMeta } from '../../rpc/protocol.ts';
import { modernMeta } from '../../testing/open-stdio.ts';
import { judgeParamHeaders } from './param-headers.ts';
import { serveHttp } from '../../door/serve-http.ts';

const server = createServer({
  name: 'desk',
  tools: [
    defineTool({
      name: 'look',
      description: 'Looks.',
      input: z.strictObject({
        region: inHeader(z.string(), 'Region').optional(),
        size: inHeader(z.int(), 'Size').optional(),
        deep: inHeader(z.boolean(), 'Deep').optional(),
      }),
      operation: 'query',
      danger: 'safe',
      errors: [],
      run: () => ({}),
    }),
  ],
});

const modern = { [protocolMeta.version]: '2026-07-28' };

const frame = (args: object, meta: object = modern): RequestFrame => {
  const params = { name: 'look', arguments: args, _meta: meta };
  return { kind: 'request', id: 1, method: 'tools/call', params, message: {} } as RequestFrame;
};

describe('arguments that are also in headers', () => {
  it.each<[string, object, Record<string, string>]>([
    ['as they are', { region: 'north', size: 7, deep: true }, { region: 'north', size: '7', deep: 'true' }],
    ['in base64', { region: 'Nörd' }, { region: `=?base64?${Buffer.from('Nörd').toString('base64')}?=` }],
    ['as the same number', { size: 7 }, { size: '7.0' }],
    ['not at all', {}, { region: 'north' }],
    ['as null', { region: null }, {}],
    ['as what the schema refuses', { region: { north: true } }, {}],
  ])('are accepted %s', (_, args, given) => {
    const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [`mcp-param-${name}`, value]));
    expect(judgeParamHeaders(server, frame(args), headers)).toBeUndefined();
  });

  it.each<[string, object, Record<string, string>, string]>([
    ['is missing', { region: 'north' }, {}, 'the mcp-param-region header is missing'],
    ['disagrees', { region: 'north' }, { 'mcp-param-region': 'south' }, 'does not match'],
    ['is empty', { size: 0 }, { 'mcp-param-size': '' }, 'does not match'],
    [
      'has base64 without its end',
      { region: 'Hello' },
      { 'mcp-param-region': '=?base64?SGVsbG8?=' },
      'not valid base64',
    ],
    ['has bytes that are no text', { region: 'Hello' }, { 'mcp-param-region': '=?base64?//8=?=' }, 'not valid base64'],
  ])('are refused where the header %s', (_, args, headers, reason) => {
    expect(judgeParamHeaders(server, frame(args), headers)).toMatchObject({
      code: 'VALIDATION_MALFORMED_REQUEST',
      http: 400,
      details: { reason: expect.stringContaining(reason) as unknown },
    });
  });

  it('are a matter of the revision that has such headers', () => {
    expect(judgeParamHeaders(server, frame({ region: 'north' }, {}), {})).toBeUndefined();
  });

  it.each([
    ['a header that agrees', { 'mcp-param-region': 'north' }, 200],
    ['no header', {}, 400],
  ])('are judged on the wire: %s', async (_, given, status) => {
    const serving = await serveHttp(server, { port: 0 });
    const params = { name: 'look', arguments: { region: 'north' }, _meta: modernMeta() };
    const response = await fetch(serving.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'look',
        ...given,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    expect(response.status).toBe(status);
    const refused = { error: { code: -32020, data: { code: 'VALIDATION_MALFORMED_REQUEST' } } };
    expect(await response.json()).toMatchObject(status === 200 ? { result: { resultType: 'complete' } } : refused);
    await serving.close();
  });
});
