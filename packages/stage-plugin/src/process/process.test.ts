import { describe, expect, it, vi } from 'vitest';
import { StageRefusedError } from '../authoring/refused-error.ts';
import { Asking } from './asking.ts';
import { createSession } from './create-session.ts';
import { createStage } from './create-stage.ts';

interface Sent {
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly session?: string;
  readonly surface?: string;
  readonly call?: number;
}

/** Requests of a plugin, each answered by a table of methods, as the stage does. */
const openAsking = (answers: Readonly<Record<string, unknown>> = {}) => {
  const sent: Sent[] = [];
  const asking: Asking = new Asking({
    send: (message: unknown) => {
      const request = message as Sent;
      sent.push(request);
      queueMicrotask(() => asking.answered(request.id, answers[request.method]));
    },
  });
  return { asking, sent };
};

const facts = { id: 'session-1', surfaceId: 's2', transport: 'page' } as const;

describe('a request of a plugin', () => {
  it('settles with the answer or the refusal that has its number', async () => {
    const sent: Sent[] = [];
    const asking = new Asking({ send: (message: unknown) => void sent.push(message as Sent) });
    const first = asking.ask('a', {});
    const second = asking.ask('b', { x: 1 }, { session: 's' });
    asking.refused(2, 'REF_NOT_FOUND', 'Ref 7 not found');
    asking.answered(1, 'one');
    asking.answered(99, 'nobody asked');
    asking.refused(99, 'X', 'nobody asked');
    await expect(first).resolves.toBe('one');
    await expect(second).rejects.toBeInstanceOf(StageRefusedError);
    expect(sent).toEqual([
      { type: 'ask', id: 1, method: 'a', params: {} },
      { type: 'ask', id: 2, method: 'b', params: { x: 1 }, session: 's' },
    ]);
  });

  it('is followed by events until the last listener is removed', () => {
    const { asking } = openAsking();
    const heard: unknown[] = [];
    const one = asking.listen('e', 's', (value) => heard.push(['one', value]));
    const two = asking.listen('e', 's', (value) => heard.push(['two', value]));
    asking.happened('e', 's', 1);
    asking.happened('e', undefined, 2);
    expect([one.isLast(), two.isLast()]).toEqual([false, true]);
    asking.happened('e', 's', 3);
    expect(heard).toEqual([
      ['one', 1],
      ['two', 1],
    ]);
  });
});

describe('a session of a plugin', () => {
  it('turns every method into a request about that session and surface', async () => {
    const picture = { data: Buffer.from('png').toString('base64'), width: 1, height: 2, masked: 0 };
    const { asking, sent } = openAsking({ 'page.addScript': { identifier: '7' }, 'pictures.take': picture });
    const session = createSession(facts as never, asking);
    await session.evaluate((name: string) => name, { arguments: ['a'], world: 'main' } as never);
    await session.runSource('1');
    await session.runInFrames('3');
    await session.atEnd('a', { page: '4' });
    await session.atEnd('b', { main: () => 5 });
    const script = await session.addScript('2');
    await script.remove();
    await session.evaluateInMain(() => 1);
    await session.devtools('Page.reload');
    const stop = await session.onDevtools('Page.loadEventFired', () => undefined);
    await stop();
    await session.find({ selector: '#a' });
    expect(await session.picture()).toEqual({ width: 1, height: 2, masked: 0, data: Buffer.from('png') });
    expect(sent.map(({ method }) => method)).toEqual([
      'page.evaluate',
      'page.runSource',
      'page.runInFrames',
      'page.atEnd',
      'main.atEnd',
      'page.addScript',
      'page.removeScript',
      'main.evaluate',
      'devtools.send',
      'devtools.listen',
      'devtools.unlisten',
      'elements.find',
      'pictures.take',
    ]);
    expect(sent.every(({ session: id, surface }) => id === 'session-1' && surface === 's2')).toBe(true);
    expect(sent[3]?.params).toEqual({ name: 'a', source: '4' });
    expect(sent[4]?.params).toEqual({ name: 'b', function: '() => 5' });
    expect(sent[0]?.params).toEqual({ function: '(name) => name', arguments: ['a'], world: 'main' });
    expect(sent[1]?.params).toEqual({ source: '1', world: 'isolated' });
  });
});

describe('DevTools events of a plugin', () => {
  it('belong to the surface of the session, and identify their frame', async () => {
    const { asking } = openAsking();
    const heard: unknown[] = [];
    const session = createSession(facts as never, asking);
    await session.onDevtools('Network.requestWillBeSent', (params, frame) => heard.push([params, frame]));
    asking.happened('devtools Network.requestWillBeSent s2', 'session-1', { params: { a: 1 }, frame: 'F' });
    asking.happened('devtools Network.requestWillBeSent s1', 'session-1', { params: { a: 2 }, frame: 'G' });
    expect(heard).toEqual([[{ a: 1 }, 'F']]);
  });
});

describe('the stage of a plugin', () => {
  it('masks all strings in one request, and makes no request for an empty list', async () => {
    const { asking, sent } = openAsking({ 'secrets.mask': { texts: ['[redacted]'] } });
    const stage = createStage(asking);
    expect(await stage.mask([])).toEqual([]);
    expect(await stage.mask([{ name: 'token', text: 'a' }])).toEqual(['[redacted]']);
    expect(sent).toHaveLength(1);
  });

  it('reads and writes files as bytes, lists sessions, and makes calls in its own call', async () => {
    const data = Buffer.from('text').toString('base64');
    const { asking, sent } = openAsking({
      'sessions.list': { sessions: [facts] },
      'files.read': { data },
      'files.list': { names: ['a'] },
      'apps.read': { data },
      'apps.list': { entries: [] },
      'calls.make': { ok: true },
    });
    const stage = createStage(asking, 5);
    expect((await stage.sessions()).map(({ id }) => id)).toEqual(['session-1']);
    expect(Buffer.from(await stage.files.read('a')).toString()).toBe('text');
    await stage.files.write('b', 'text');
    expect(await stage.files.list('.')).toEqual(['a']);
    expect(Buffer.from(await stage.apps.read('a')).toString()).toBe('text');
    expect(await stage.apps.list('.')).toEqual([]);
    expect(await stage.calls.make('electron_snapshot', {})).toEqual({ ok: true });
    expect(sent.find(({ method }) => method === 'files.write')?.params).toEqual({ path: 'b', data });
    expect(sent.find(({ method }) => method === 'calls.make')?.call).toBe(5);
    await createStage(asking).calls.make('electron_snapshot', {});
    expect(sent.at(-1)).not.toHaveProperty('call');
  });

  it('reports calls until the plugin stops listening, and sessions that end', async () => {
    const { asking, sent } = openAsking();
    const stage = createStage(asking);
    const heard: unknown[] = [];
    const stop = await stage.calls.observe((call) => heard.push(call));
    stage.onSessionEnd((id) => heard.push(id));
    asking.happened('call', undefined, { tool: 'x' });
    asking.happened('session ended', undefined, 'session-1');
    await stop();
    expect(heard).toEqual([{ tool: 'x' }, 'session-1']);
    expect(sent.map(({ method }) => method)).toEqual(['calls.observe', 'calls.ignore']);
  });

  it('holds a call until its listener has settled, even if it throws', async () => {
    const { asking, sent } = openAsking();
    let finish = (): void => undefined;
    const work = new Promise<void>((resolve) => (finish = resolve));
    await createStage(asking).calls.observe(({ tool }) => (tool === 'slow' ? work : Promise.reject(new Error())), {
      hold: true,
    });
    expect(sent[0]).toMatchObject({ method: 'calls.observe', params: { hold: true } });
    asking.happened('call', undefined, { tool: 'slow', number: 1 });
    asking.happened('call', undefined, { tool: 'bad', number: 2 });
    const released = () => sent.flatMap(({ method, params }) => (method === 'calls.release' ? [params['number']] : []));
    await vi.waitFor(() => expect(released()).toEqual([2]));
    finish();
    await vi.waitFor(() => expect(released()).toEqual([2, 1]));
  });
});
