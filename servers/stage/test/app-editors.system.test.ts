import type { JsonObject } from '@recourse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts, openApp } from './apps/open-app.ts';
import type { OpenApp } from './apps/open-app.ts';

/** Each editor with the element that it keeps for the keyboard, which a tool may name by mistake. */
const editors = [
  ['CodeMirror', 'editors/codemirror.html', '.CodeMirror textarea'],
  ['Monaco', 'editors/monaco.html', 'textarea.inputarea'],
] as const;

describe.each(hosts)('editors in %s', (host) => {
  let app: OpenApp;
  const act = (tool: string, args: JsonObject): Promise<JsonObject> => app.call(tool, args);

  beforeAll(async () => {
    app = await openApp(host, '<!doctype html><title>Editors</title>');
  });
  afterAll(() => app.close());

  const read = (): Promise<string> => app.evaluate('read()');
  const open = async (page: string): Promise<void> => {
    await app.show(page);
    await app.evaluate(
      `new Promise((resolve) => { const look = () => (globalThis.ready ? resolve() : setTimeout(look, 20)); look(); })`,
    );
  };

  it.each(editors)(
    '%s gets the text that is typed into its content, and no success is false',
    async (_, page, hidden) => {
      await open(page);
      expect(await act('electron_type_into_editor', { selector: '#editor', text: ' goes on' })).toMatchObject({
        typed: 8,
      });
      expect(await read()).toBe('first line goes on');
      await act('electron_type_into_editor', { selector: hidden, text: 'all new', replace: true });
      expect(await read()).toBe('all new');
      // Setting the value of the hidden element works in some editors. The answer must tell which.
      const filled = await act('electron_type', { selector: hidden, text: 'filled' });
      expect({ isTyped: (await read()).includes('filled') }).toEqual({ isTyped: filled['code'] === undefined });
      if (filled['code'] !== undefined)
        expect(filled).toMatchObject({ code: 'TYPE_NO_EFFECT', details: { role: 'textbox' } });
    },
  );

  it.each(editors)('%s does not take text while it is read-only, whatever is typed into', async (_, page, hidden) => {
    await open(page);
    const lines = Array.from({ length: 200 }, (__, at) => `line ${at} of many`).join('\n');
    for (const value of ['one line', lines]) {
      await app.evaluate(`lock(${JSON.stringify(value)})`);
      const calls = [
        ['electron_type_into_editor', { selector: '#editor', text: 'more' }],
        ['electron_type_into_editor', { selector: '#editor', text: 'other', replace: true }],
        ['electron_type_into_editor', { selector: '#editor', text: '', replace: true }],
        ['electron_type', { selector: hidden, text: 'filled' }],
        ['electron_keyboard_type', { selector: hidden, text: 'keys' }],
      ] as const;
      for (const [tool, args] of calls) {
        const { code } = await act(tool, { ...args, timeoutMs: 1000 });
        expect([value.length, tool, args.text, ['TYPE_NO_EFFECT', 'ELEMENT_DISABLED'].includes(String(code))]).toEqual([
          value.length,
          tool,
          args.text,
          true,
        ]);
      }
      expect(await read()).toBe(value);
    }
  });
});
