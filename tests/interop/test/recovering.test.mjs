import { recovering } from '@recourse/client';
import * as client24 from '@modelcontextprotocol/client';
import * as stdio24 from '@modelcontextprotocol/client/stdio';
import * as client120 from 'sdk-1.20/client/index.js';
import * as stdio120 from 'sdk-1.20/client/stdio.js';
import * as types120 from 'sdk-1.20/types.js';
import * as client124 from 'sdk-1.24/client/index.js';
import * as stdio124 from 'sdk-1.24/client/stdio.js';
import * as types124 from 'sdk-1.24/types.js';
import * as client132 from 'sdk-1.32/client/index.js';
import * as stdio132 from 'sdk-1.32/client/stdio.js';
import * as types132 from 'sdk-1.32/types.js';
import { afterEach, describe, expect, it } from 'vitest';
import { doorStdio } from '../src/servers/index.mjs';

/** @type {{ readonly name: string, readonly sdk: any, readonly schema?: any }[]} */
const generations = [
  { name: 'SDK 1.20', sdk: { ...client120, ...stdio120 }, schema: types120.CallToolResultSchema },
  { name: 'SDK 1.24', sdk: { ...client124, ...stdio124 }, schema: types124.CallToolResultSchema },
  { name: 'SDK 1.32', sdk: { ...client132, ...stdio132 }, schema: types132.CallToolResultSchema },
  { name: 'SDK 2.4', sdk: { ...client24, ...stdio24 } },
];

describe.each(generations)('the client of $name, wrapped', ({ sdk, schema }) => {
  /** @type {any} */
  let client;
  afterEach(() => client?.close());

  const connect = async (/** @type {object} */ options) => {
    client = recovering(new sdk.Client({ name: 'interop', version: '0.0.0' }, { capabilities: {} }), options);
    await client.connect(new sdk.StdioClientTransport({ ...doorStdio('launch'), stderr: 'inherit' }));
    return client;
  };

  it('is what it was: it connects, lists and is closed as ever', async () => {
    await connect({});
    expect((await client.listTools()).tools.map((/** @type {any} */ { name }) => name)).toContain('note_ticket');
    expect(client).toBeInstanceOf(sdk.Client);
    expect(client.getServerVersion().name).toBe('launch');
  });

  it('confirms with the token after the yes of a person, and not without', async () => {
    let answer = false;
    await connect({ confirm: () => answer });
    const call = { name: 'close_ticket', arguments: { id: 7 } };
    expect((await client.recover(call)).end).toBe('denied');
    answer = true;
    expect(await client.callTool(call)).toMatchObject({ structuredContent: { ok: true, closed: true } });
    expect((await client.callTool({ name: 'read_log', arguments: { id: 7 } })).structuredContent.done).toEqual([
      'close 7',
    ]);
  });

  it('takes the arguments of its own callTool, and corrects what is stated exactly', async () => {
    await connect({});
    const call = { name: 'note_ticket', arguments: { id: '9' } };
    const rest = schema ? [schema, { timeout: 5_000 }] : [{ timeout: 5_000 }];
    expect(await client.callTool(call, ...rest)).toMatchObject({ structuredContent: { ok: true, noted: true } });
  });

  it('gives up with the caller, who has the error of the SDK', async () => {
    await connect({});
    const abort = new AbortController();
    const options = { signal: abort.signal };
    const scan = { name: 'scan_tickets', arguments: { id: 3 } };
    const scanning = schema ? client.callTool(scan, undefined, options) : client.callTool(scan, options);
    setTimeout(() => abort.abort(), 50);
    const error = await scanning.then(
      () => undefined,
      (/** @type {unknown} */ thrown) => thrown,
    );
    expect(error).toBeDefined();
    expect(client.explain(error)).toContain('the caller cancelled the call');
  });

  it('ends by its budget though a call never does, and repeats nothing in doubt past it', async () => {
    await connect({ budget: { seconds: 0.3 } });
    const scan = { name: 'scan_tickets', arguments: { id: 4 } };
    // The tool was never listed, so the client does not know that it only reads, and has no time left to find out.
    expect((await client.recover(scan)).end).toBe('in_doubt');
    await client.listTools();
    expect((await client.recover(scan)).end).toBe('gave_up_deadline');
  });
});
