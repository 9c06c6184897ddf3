import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDebuggerOf } from '../src/apps/discover.ts';
import { hosts, openApp } from './apps/open-app.ts';
import type { OpenApp } from './apps/open-app.ts';

interface Match {
  readonly ref: number;
  readonly name: string;
  readonly context?: string;
}
interface Answer {
  readonly matches: readonly Match[];
  readonly snapshot: string;
  readonly diff: string;
  readonly code?: string;
}

describe.each(hosts)('a page in %s', (host) => {
  let app: OpenApp;
  beforeAll(async () => {
    app = await openApp(host, 'account.html');
  });
  afterAll(() => app.close());

  const find = async (nameExact: string): Promise<readonly Match[]> =>
    (await app.call<Answer>('electron_find', { name_exact: nameExact })).matches;
  const changes = async (): Promise<string> =>
    (await app.call<Answer>('electron_snapshot', { since: 'last' })).diff.replaceAll(/\[\d+\]/gu, '[n]');

  it('with a form shows its fields, and then only what changes in them', async () => {
    await app.show('account.html');
    const { snapshot } = await app.call<Answer>('electron_snapshot');
    const lines = snapshot.split('\n').map((line) => line.replace(/^ *\[\d+\] /u, ''));
    expect(lines).toEqual(
      expect.arrayContaining([
        'textbox "Name" required = "Ann Example"',
        'combobox "Country" = "France"',
        'group "Plan"',
        'radio "Free" checked',
        'checkbox "I accept the terms" unchecked',
        'slider "Volume" = "3"',
        'button "Save" disabled',
      ]),
    );
    await app.evaluate(`document.querySelector('#terms').click()`);
    expect((await changes()).split('\n').toSorted()).toEqual([
      '~ [n] button "Save", before: disabled true',
      '~ [n] checkbox "I accept the terms" checked, before: checked false',
    ]);
    // blur() fires no event in a window without the focus.
    await app.evaluate(
      `document.querySelector('#mail').value = 'ann'; document.querySelector('#mail').dispatchEvent(new Event('blur'))`,
    );
    const invalid = await changes();
    expect(invalid).toContain('textbox "Mail" invalid = "ann"');
    expect(invalid).toContain('"Enter an address with @"');
  });

  it('with a virtual list never takes one row for another', async () => {
    await app.show('log.html');
    const [first] = (await find('Open')) as readonly [Match];
    expect(first.context).toBe('Event 0');
    await app.evaluate('showEvent(5000)');
    expect(await app.call('electron_get_state', { ref: first.ref })).toMatchObject({
      code: 'REF_NOT_FOUND',
      details: { reason: 'changed', last_row: 'Event 0', row: expect.stringMatching(/^Event 50/u) as string },
    });
    const shown = await find('Open');
    for (const { ref, context } of shown)
      expect(await app.call('electron_get_state', { ref })).toMatchObject({ name: 'Open', context });
    expect(shown.map(({ context }) => context)).toContain('Event 5000');
    // The row comes back, and so does what the number stood for.
    await app.evaluate('showEvent(0)');
    const again = await find('Open');
    expect(again.some(({ context }) => context === 'Event 0')).toBe(true);
    expect(again.map(({ ref }) => ref)).not.toContain(first.ref);
  });

  it('with a feed keeps the references of posts while new ones come in above', async () => {
    await app.show('log.html');
    const [like] = (await find('Like')) as readonly [Match];
    for (const text of ['second', 'third']) await app.evaluate(`post(${JSON.stringify(text)})`);
    expect(await app.call('electron_get_state', { ref: like.ref })).toMatchObject({ context: 'Post 1 first' });
    expect((await find('Like')).map(({ context }) => context)).toEqual([
      'Post 3 third',
      'Post 2 second',
      'Post 1 first',
    ]);
  });

  it('with editors shows what is written in them', async () => {
    await app.show('notes.html');
    const [note] = (await find('Note')) as readonly [Match];
    expect(await app.call('electron_get_value', { ref: note.ref })).toMatchObject({
      value: 'First bold line Second line',
    });
    const { snapshot } = await app.call<Answer>('electron_snapshot');
    expect(snapshot).toContain('textbox "Code editor"');
    expect(snapshot).toContain('text "let a = 1;"');
    await app.evaluate(`document.querySelector('#rich').focus(); document.execCommand('insertText', false, 'New ')`);
    expect(await changes()).toMatch(/^~ \[n\] textbox "Note" focused = "New First/mu);
    expect(await app.call('electron_get_state', { ref: note.ref })).toMatchObject({ state: { focused: true } });
  });

  it('that is still loading is read as far as it has come', async () => {
    await app.show('actions.html');
    await app.surface().session.send('Page.navigate', {
      url: app.pages.address('<!doctype html><title>Slow</title><h1>Slow</h1><img src="/never"><button>Early</button>'),
    });
    expect((await app.call<Answer>('electron_snapshot')).snapshot).toContain('button "Early"');
  });

  it('tells its versions and what can be done to it, over each kind of connection', async () => {
    const isElectron = host === 'Electron';
    const versions = isElectron ? { electron: '42.0.0' } : { chrome: expect.stringMatching(/^\d+\./u) as string };
    expect(await app.call('electron_info')).toMatchObject({
      transport: isElectron ? 'electron' : 'page',
      versions,
      capabilities: { force_kill: true, detach: false, main_process: isElectron },
    });
    const port = (await findDebuggerOf(app.sessions.find().pid as number, 5000))?.port as number;
    const { session_id: sessionId } = await app.call<{ readonly session_id: string }>('electron_attach', { port });
    expect(await app.call('electron_info', { sessionId })).toMatchObject({
      transport: 'attached',
      versions,
      capabilities: { force_kill: false, detach: true, main_process: false },
    });
    expect(await app.call('electron_detach', { sessionId })).toMatchObject({ detached: true });
  });
});
