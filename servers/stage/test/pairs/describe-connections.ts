import type { JsonObject } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import type { ListedTool } from './pair-record.ts';
import { sampled } from './pair-stage.ts';
import type { PairStage } from './pair-stage.ts';

/** The most sessions of a stage. */
const mostSessions = 16;
/** Tools that open a session. They fail in ways of their own. */
const opening = ['electron_launch', 'electron_open_page', 'electron_attach', 'electron_inject'];

/** The pairs that are about connections, surfaces and sessions. */
export const describeConnections = (open: () => PairStage): void => {
  describe('codes about the connection:', () => {
    it('SURFACE_NOT_FOUND answers with it for an id that no surface has', async () => {
      const ids = { targetId: 's99', surfaceId: 's99', windowId: 's99' };
      const given = ({ inputSchema }: ListedTool): JsonObject => {
        const { properties = {} } = inputSchema as { properties?: object };
        return Object.fromEntries(Object.entries(ids).filter(([name]) => name in properties));
      };
      expect(await open().provoke('SURFACE_NOT_FOUND', given)).toEqual([]);
    });

    it('CDP_TIMEOUT answers with it if the app refuses or does not answer', async () => {
      const { proxy, provoke, call } = open();
      proxy.set('refuse');
      const except = [...opening, 'electron_stop'];
      const differing = await provoke('CDP_TIMEOUT', (tool) => sampled(tool), { except });
      proxy.set('stall');
      const stopped = await call('electron_stop', { timeoutMs: 200 });
      proxy.set('pass');
      expect(differing).toEqual([]);
      expect(stopped).toMatchObject({ code: 'CDP_TIMEOUT' });
    });

    it('CDP_DISCONNECTED answers with it if the connection is lost repeatedly', async () => {
      const { proxy, provoke } = open();
      proxy.set('cut');
      const except = [...opening, 'electron_eval_main'];
      const differing = await provoke('CDP_DISCONNECTED', (tool) => sampled(tool), { except, isOneByOne: true });
      proxy.set('pass');
      expect(differing).toEqual([]);
    });

    it('TRANSPORT_UNSUPPORTED answers with it in a session of the other kind', async () => {
      const { pairs, owner, call } = open();
      const expected = { code: 'TRANSPORT_UNSUPPORTED' };
      expect(await call('electron_force_kill')).toMatchObject(expected);
      expect(await call('electron_eval_main', { code: '1' })).toMatchObject(expected);
      const native = { action: 'accept', paths: ['/nowhere/file'] };
      expect(await call('electron_dialog_handler', native)).toMatchObject(expected);
      expect(await pairs.call(owner, 'electron_detach', {})).toMatchObject(expected);
    });
  });

  describe('codes about surfaces and sessions:', () => {
    const sessions: string[] = [];

    it('SURFACE_CLOSED answers with it for a page that was closed', async () => {
      const { outside, pageAddress, call, provoke } = open();
      const { active_surface_id: closed } = (await call('electron_surfaces_list')) as JsonObject;
      const { targetInfos } = await outside.browser.send('Target.getTargets');
      const { targetId = '' } = targetInfos.find(({ type }) => type === 'page') ?? {};
      await outside.browser.send('Target.createTarget', { url: pageAddress });
      await outside.browser.send('Target.closeTarget', { targetId });
      await expect.poll(async () => (await call('electron_find'))['code']).toBe('SURFACE_CLOSED');
      const given = (tool: ListedTool): JsonObject => {
        if (tool.name === 'electron_switch_window') return { targetId: closed ?? '' };
        return tool.name === 'electron_switch_surface' ? { surfaceId: closed ?? '' } : sampled(tool);
      };
      expect(await provoke('SURFACE_CLOSED', given)).toEqual([]);
    });

    it('SESSION_AMBIGUOUS answers with it while several sessions are live', async () => {
      const { attach, provoke } = open();
      sessions.push(await attach());
      expect(await provoke('SESSION_AMBIGUOUS', (tool) => sampled(tool))).toEqual([]);
    });

    it('ALREADY_RUNNING answers with it while there are as many sessions as there may be', async () => {
      const { attach, provoke, proxy, folder } = open();
      while (sessions.length < mostSessions - 1) sessions.push(await attach());
      const given = (tool: ListedTool): JsonObject => {
        if (tool.name === 'electron_attach') return { port: proxy.port };
        return tool.name === 'electron_launch' ? { main: folder } : sampled(tool);
      };
      expect(await provoke('ALREADY_RUNNING', given)).toEqual([]);
    });

    it('RENDERER_HUNG answers with it while the page is in an endless loop', async () => {
      const { outside, pairs, owner, provoke, proxy, tools } = open();
      // A session does one action at a time. With the two that scroll, there are more actions than sessions.
      const scrolling = tools.filter(({ name }) => name.startsWith('electron_scroll'));
      const place = { port: proxy.port };
      const more = await Promise.all(scrolling.map(() => owner.call<JsonObject>('electron_attach', place)));
      await outside.begin('for (;;);');
      // The facts of an app come from the browser, which the page cannot keep from answering.
      proxy.set('stall browser');
      const scrolled = scrolling.map((tool, index) =>
        pairs.call(owner, tool.name, { ...sampled(tool), sessionId: more[index]?.['session_id'] ?? '' }),
      );
      const given = (tool: ListedTool, index: number): JsonObject => ({
        ...sampled(tool),
        sessionId: sessions[index % sessions.length] ?? '',
      });
      const differing = await provoke('RENDERER_HUNG', given, { except: scrolling.map(({ name }) => name) });
      for (const answer of await Promise.all(scrolled)) expect(answer).toMatchObject({ code: 'RENDERER_HUNG' });
      proxy.set('pass');
      expect(differing).toEqual([]);
    });
  });
};
