import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CallEvent } from '@recourse/engine/events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { callLine } from './call-line.ts';
import type { Generation } from './generation.ts';
import { inspectorCommand } from './inspector.ts';
import { Lines } from './lines.ts';
import { StdioRelay } from './stdio-relay.ts';
import { loaderArguments } from './typescript-loader.ts';
import { watchSources } from './watch-sources.ts';

/** A version that answers nothing by itself. */
const fakeGeneration = (tools = 'same') => {
  const sent: unknown[] = [];
  let output: (chunk: Buffer) => void = () => undefined;
  let leave = (): void => undefined;
  const gone = new Promise<void>((resolve) => (leave = resolve));
  const end = vi.fn<() => Promise<void>>(() => gone);
  const generation: Generation = {
    name: 'fake',
    tools,
    port: 0,
    send: (line) => void sent.push(JSON.parse(line)),
    onOutput: (listener) => (output = listener),
    tell: () => undefined,
    end,
    kill: () => leave(),
    gone,
  };
  return {
    generation,
    sent,
    end,
    leave: () => leave(),
    writes: (message: object) => output(Buffer.from(`${JSON.stringify(message)}\n`)),
  };
};

const openRelay = () => {
  const written: unknown[] = [];
  const relay = new StdioRelay((line) => void written.push(JSON.parse(line)));
  const client = (message: object): void => relay.fromClient(JSON.stringify({ jsonrpc: '2.0', ...message }));
  return { relay, client, written };
};

const slowCall = { id: 1, method: 'tools/call', params: { name: 'slow' } };

describe('the relay between a client and the versions of a server', () => {
  it('gives each request to the newest version, and each answer to the client', async () => {
    const { relay, client, written } = openRelay();
    const [one, two] = [fakeGeneration(), fakeGeneration()];
    await relay.use(one.generation);
    client(slowCall);
    await relay.use(two.generation);
    client({ ...slowCall, id: 2 });
    expect([one.sent.length, two.sent.length]).toEqual([1, 1]);
    expect(one.end).not.toHaveBeenCalled();
    one.writes({ jsonrpc: '2.0', method: 'notifications/progress', params: {} });
    one.writes({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    one.writes({ jsonrpc: '2.0', id: 1, result: {} });
    one.writes({ jsonrpc: '2.0', id: 1, result: { again: true } });
    expect(one.end).toHaveBeenCalledOnce();
    two.writes({ jsonrpc: '2.0', id: 2, result: {} });
    expect(two.end).not.toHaveBeenCalled();
    expect(written).toMatchObject([{ method: 'notifications/progress' }, { id: 1 }, { id: 2 }]);
  });

  it('opens the session of the client with the next version, and keeps its answers', async () => {
    const { relay, client, written } = openRelay();
    const [one, two] = [fakeGeneration('a'), fakeGeneration('b')];
    await relay.use(one.generation);
    client({ id: 0, method: 'initialize', params: {} });
    one.writes({ jsonrpc: '2.0', id: 0, result: {} });
    client({ method: 'notifications/initialized' });
    client({ id: 1, method: 'resources/subscribe', params: { uri: 'a:b' } });
    client({ id: 2, method: 'resources/unsubscribe', params: { uri: 'a:b' } });
    one.writes({ jsonrpc: '2.0', id: 1, result: {} });
    one.writes({ jsonrpc: '2.0', id: 2, result: {} });
    const using = relay.use(two.generation);
    const [{ id }] = two.sent as [{ readonly id: string }];
    expect(one.end).not.toHaveBeenCalled();
    two.writes({ jsonrpc: '2.0', id, result: {} });
    await using;
    expect(two.sent).toMatchObject([{ id, method: 'initialize' }, { method: 'notifications/initialized' }]);
    expect(written.slice(3)).toEqual([{ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }]);
    expect(one.end).toHaveBeenCalledOnce();
  });

  it('moves a subscription to the next version and announces changed tools', async () => {
    const { relay, client, written } = openRelay();
    const [one, two] = [fakeGeneration('a'), fakeGeneration('b')];
    await relay.use(one.generation);
    const listen = { id: 'all', method: 'subscriptions/listen', params: { notifications: { toolsListChanged: true } } };
    client(listen);
    await relay.use(two.generation);
    expect(two.sent).toMatchObject([listen]);
    expect(one.end).toHaveBeenCalledOnce();
    one.writes({ jsonrpc: '2.0', id: 'all', result: {} });
    expect(written).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/tools/list_changed',
        params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 'all' } },
      },
    ]);
  });

  it("passes the client's responses to the version that asked", async () => {
    const { relay, client, written } = openRelay();
    const [one, two] = [fakeGeneration(), fakeGeneration()];
    await relay.use(one.generation);
    client(slowCall);
    one.writes({ jsonrpc: '2.0', id: 7, method: 'elicitation/create' });
    await relay.use(two.generation);
    client({ ...slowCall, id: 2 });
    two.writes({ jsonrpc: '2.0', id: 7, method: 'elicitation/create' });
    const [first, second] = written as { readonly id: string }[];
    expect(first?.id).not.toBe(second?.id);
    client({ id: first?.id, result: { of: 'one' } });
    expect(one.sent.at(-1)).toMatchObject({ id: 7, result: { of: 'one' } });
    two.writes({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } });
    expect(written.at(-1)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: second?.id } });
  });

  it('cancels a call at the version that runs it, and ends that version', async () => {
    const { relay, client } = openRelay();
    const [one, two] = [fakeGeneration(), fakeGeneration()];
    await relay.use(one.generation);
    client(slowCall);
    await relay.use(two.generation);
    client({ method: 'notifications/cancelled', params: { requestId: 1 } });
    expect(one.sent.at(-1)).toMatchObject({ method: 'notifications/cancelled' });
    expect(two.sent).toEqual([]);
    expect(one.end).toHaveBeenCalledOnce();
  });

  it('answers the pending requests of an exited process, and those received before the next one is ready', async () => {
    const { relay, client, written } = openRelay();
    const { generation, leave } = fakeGeneration();
    await relay.use(generation);
    client(slowCall);
    leave();
    await vi.waitFor(() => expect(written).toHaveLength(1));
    client({ ...slowCall, id: 2 });
    const error = { code: -32603, data: { code: 'INTERNAL_ERROR', effect: 'unknown' } };
    expect(written).toMatchObject([
      { id: 1, error },
      { id: 2, error },
    ]);
  });

  it('passes malformed lines on, for the server to answer', async () => {
    const { relay, written } = openRelay();
    const sent: string[] = [];
    const one = fakeGeneration();
    await relay.use({ ...one.generation, send: (line) => void sent.push(line) });
    relay.fromClient('[broken');
    one.writes({ jsonrpc: '2.0', id: null, error: {} });
    expect(sent).toEqual(['[broken']);
    expect(written).toHaveLength(1);
  });
});

describe('a line about a call', () => {
  const event: CallEvent = {
    event_id: 'e',
    ts: '2026-01-02T03:04:05.678Z',
    type: 'TOOL_CALL_FINISHED',
    trace_id: 't',
    span_id: 's',
    subject: null,
    principal: null,
    tool: 'find_ticket',
    code: null,
    effect: null,
    elapsed_ms: 1.234,
    data: { arguments: { id: 7 } },
  };

  it('has the tool, the arguments, the outcome and the time', () => {
    expect(callLine(event)).toBe('03:04:05 find_ticket {"id":7} → ok 1.2 ms');
    const failed = { ...event, type: 'TOOL_CALL_FAILED', code: 'TICKET_CLOSED', elapsed_ms: 12.5 } as const;
    expect(callLine({ ...failed, data: { operation: 'close', recovery: 'change_state', message: 'Closed' } })).toBe(
      '03:04:05 find_ticket.close → TICKET_CLOSED (change_state): Closed 13 ms',
    );
    expect(callLine({ ...event, type: 'TOOL_CALL_STARTED' })).toBeUndefined();
  });

  it('is bounded', () => {
    const line = callLine({ ...event, data: { arguments: { text: 'x'.repeat(10_000) } } }) ?? '';
    expect(line.length).toBeLessThan(300);
    expect(line).toContain('… (10011 characters)');
  });
});

describe('recourse dev', () => {
  it.each([
    [[], 'Specify one module'],
    [['a.js', 'b.js'], 'Specify one module'],
    [['missing.js'], "There is no module 'missing.js' here"],
    [['a.js', '--open'], "There is no module 'a.js' here"],
    [['a.js', '--http', '0.0.0.0:80'], '--http must be a loopback address'],
    [['a.js', '--port', '80'], "Unknown option '--port'"],
  ])('rejects %j', async (given, message) => {
    const { exit, err } = await runWithFakeIo(['dev', ...given]);
    expect(exit).toBe(2);
    expect(err).toContain(message);
  });

  it('opens a pinned Inspector that runs on this Node', () => {
    const url = 'http://127.0.0.1:8788/mcp';
    expect(inspectorCommand(url, '20.19.0').args).toContain('@modelcontextprotocol/inspector@0.16.8');
    expect(inspectorCommand(url, '22.18.0').args).toContain('@modelcontextprotocol/inspector@0.16.8');
    expect(inspectorCommand(url, '24.0.0').args).toEqual([
      '--yes',
      '@modelcontextprotocol/inspector@2.12.0',
      '--transport',
      'http',
      '--server-url',
      url,
    ]);
  });

  it('loads tsx only for TypeScript, and only if Node cannot read it', () => {
    expect(loaderArguments('server.mjs', {})).toEqual([]);
    expect(loaderArguments('server.ts', { typescript: 'strip' })).toEqual([]);
    expect(loaderArguments('server.ts', {})).toEqual(['--import', expect.stringMatching(/^file:.*tsx/u)]);
  });

  it('splits lines that come in any pieces', () => {
    const lines: string[] = [];
    const reader = new Lines((line) => void lines.push(line));
    for (const piece of ['on', 'e\ntw', 'o\n\nthr', 'ee']) reader.push(Buffer.from(piece));
    expect(lines).toEqual(['one', 'two']);
    reader.push(Buffer.from('\n'));
    expect(lines).toEqual(['one', 'two', 'three']);
  });

  it('sees changes of sources, and of nothing else', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'recourse-watch-'));
    writeFileSync(path.join(folder, 'server.ts'), 'one');
    let changes = 0;
    const stop = watchSources(folder, () => (changes += 1));
    onTestFinished(() => {
      stop();
      rmSync(folder, { recursive: true, force: true });
    });
    writeFileSync(path.join(folder, 'data.json'), '{}');
    writeFileSync(path.join(folder, '.hidden.ts'), '');
    writeFileSync(path.join(folder, 'codes.ts'), 'added');
    await vi.waitFor(() => expect(changes).toBe(1), { timeout: 20_000 });
    rmSync(path.join(folder, 'codes.ts'));
    await vi.waitFor(() => expect(changes).toBe(2), { timeout: 20_000 });
  });
});
