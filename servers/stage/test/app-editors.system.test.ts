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

  it.each(editors)(
    '%s gets the text that is typed into its content, and no success is false',
    async (_, page, hidden) => {
      await app.show(page);
      await app.evaluate(
        `new Promise((resolve) => { const look = () => (globalThis.ready ? resolve() : setTimeout(look, 20)); look(); })`,
      );
      const read = (): Promise<string> => app.evaluate('read()');
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
});
