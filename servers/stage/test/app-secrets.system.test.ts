import type { JsonObject } from '@recourse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts, openApp } from './apps/open-app.ts';
import type { OpenApp } from './apps/open-app.ts';

const secrets = /hunter2|RC-8842/u;

describe.each(hosts)('secrets in %s', (host) => {
  let app: OpenApp;
  beforeAll(async () => {
    app = await openApp(host, 'account.html');
  });
  afterAll(() => app.close());

  /** Everything that the tools say about the page, as one string. */
  const everything = async (...more: readonly [string, JsonObject][]): Promise<string> => {
    const calls: readonly [string, JsonObject][] = [
      ['electron_snapshot', {}],
      ['electron_snapshot', { format: 'json' }],
      ['electron_find', {}],
      ['electron_get_text', { selector: 'body' }],
      ['electron_elements_list', { selector: 'input, code, button' }],
      ['electron_focused_element', {}],
      ...more,
    ];
    const answers: string[] = [];
    for (const [tool, args] of calls) answers.push(JSON.stringify(await app.call(tool, args)));
    return answers.join('\n');
  };

  it('shows no password, and no content that the page marks as secret', async () => {
    await app.show('account.html');
    await app.evaluate(`document.querySelector('#password').focus()`);
    const said = await everything(
      ['electron_get_value', { selector: '#password' }],
      ['electron_get_attribute', { selector: '#password', name: 'value' }],
      ['electron_get_state', { selector: '#password' }],
      ['electron_get_text', { selector: 'code' }],
    );
    expect(said).not.toMatch(secrets);
    expect(said).toContain('textbox \\"Password\\" focused = \\"[secret]\\"');
    expect(said).toContain('Ann Example');
  });

  it('keeps a password masked while its field shows it, in diffs too', async () => {
    await app.show('account.html');
    await app.call('electron_snapshot');
    await app.evaluate(`document.querySelector('#show').click(); document.querySelector('#name').value = 'Ben'`);
    const diff = await app.call('electron_snapshot', { since: 'last' });
    expect(diff['kind']).toBe('diff');
    expect(JSON.stringify(diff)).toContain('Ben');
    expect(JSON.stringify(diff)).not.toMatch(secrets);
    await app.evaluate(`document.querySelector('#password').value = 'hunter2-new'`);
    for (const format of ['text', 'json'])
      expect(JSON.stringify(await app.call('electron_snapshot', { since: 'last', format }))).not.toMatch(secrets);
    expect(await everything()).not.toMatch(secrets);
  });

  it('keeps it masked when another field takes its place and gets another value', async () => {
    await app.show('account.html');
    await app.call('electron_snapshot');
    await app.evaluate(`document.querySelector('#show-pin').click()`);
    expect(JSON.stringify(await app.call('electron_snapshot', { since: 'last' }))).not.toMatch(secrets);
    await app.evaluate(`setPin('hunter2-pin-2')`);
    expect(await everything()).not.toMatch(secrets);
  });

  it('does not repeat what was typed into a field that becomes a password', async () => {
    await app.show('<!doctype html><input id=f aria-label=Token value="hunter2-first">');
    const first = await app.call<{ readonly snapshot: string; readonly snapshot_id: number }>('electron_snapshot');
    expect(first.snapshot).toMatch(secrets);
    await app.evaluate(`document.querySelector('#f').type = 'password'`);
    for (const format of ['text', 'json']) {
      const diff = await app.call('electron_snapshot', { since: first.snapshot_id, format });
      expect(diff).toMatchObject({ kind: 'diff', entry_count: 1 });
      expect(JSON.stringify(diff)).not.toMatch(secrets);
    }
  });
});
