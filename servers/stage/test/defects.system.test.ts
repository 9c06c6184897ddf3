import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts, openApp } from './apps/open-app.ts';
import type { OpenApp } from './apps/open-app.ts';

interface Answer {
  readonly code?: string;
  readonly matches: readonly { readonly ref: number }[];
  readonly similar?: readonly { readonly role: string; readonly name: string }[];
  readonly next_actions?: readonly { readonly tool: string }[];
}

/** Defects of the server whose contract this is. Those about references, endings and secrets have files of their own. */
describe.each(hosts)('in %s', (host) => {
  let app: OpenApp;
  beforeAll(async () => {
    app = await openApp(host, 'actions.html');
  });
  afterAll(() => app.close());

  it.each(['electron_click', 'electron_hover', 'electron_get_text', 'electron_scroll_into_view'])(
    'a selector that is not CSS is SELECTOR_INVALID in %s',
    async (tool) => {
      expect(await app.call(tool, { selector: 'button[' })).toMatchObject({
        code: 'SELECTOR_INVALID',
        retryable: false,
        details: { selector: 'button[' },
      });
    },
  );

  it('elements like the lost one come first, and the next action fits the failure', async () => {
    await app.show('actions.html');
    const { matches } = await app.call<Answer>('electron_find', { role: 'button' });
    const ref = matches.at(-1)?.ref as number;
    await app.show('actions.html');
    const lost = await app.call<Answer>('electron_get_text', { ref });
    expect(lost.similar?.[0]).toMatchObject({ role: 'button', name: 'Save draft' });
    expect(lost.next_actions).toMatchObject([{ tool: 'electron_snapshot' }]);
    await app.evaluate(`document.querySelector('#last').disabled = true`);
    const disabled = await app.call<Answer>('electron_click', { selector: '#last', timeoutMs: 0 });
    expect(disabled.next_actions?.map(({ tool }) => tool)).toEqual(['electron_get_state', 'electron_wait_for_state']);
  });

  it('a wait that ends tells the state that it saw, not the one that it wanted', async () => {
    await app.show('actions.html');
    expect(
      await app.call('electron_wait_for_selector', { selector: '#last', state: 'detached', timeoutMs: 0 }),
    ).toMatchObject({ code: 'WAIT_TIMEOUT', details: { last_state: { attached: true, visible: true } } });
  });

  it('an unknown tool and a bad argument have different codes', async () => {
    expect(await app.call('electron_clik', {})).toMatchObject({ code: 'NOT_FOUND_OPERATION' });
    expect(await app.call('electron_key', { key: 'NoSuchKey' })).toMatchObject({ code: 'BAD_ARGUMENT' });
  });

  it('a disabled element on a page without scripts fails at once, with the reason', async () => {
    await app.show('<!doctype html><title>Off</title><fieldset disabled><button id=b>Save</button></fieldset>');
    // The wait would outlast the test.
    const answer = await app.call('electron_click', { selector: '#b', timeoutMs: 30_000 });
    expect(answer).toMatchObject({ code: 'ELEMENT_DISABLED', details: { reason: expect.any(String) as string } });
  }, 25_000);
});
