import { createServer } from '@recourse/engine';
import { stageCodes } from '@recourse/contract/registries';
import type { JsonObject } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { fail, StageError } from '../failing.ts';
import type { Session } from '../sessions/session.ts';
import { Sessions } from '../sessions/sessions.ts';
import type { Surface } from '../surface.ts';
import { createTools } from './index.ts';

const surfaces = [
  { id: 's1', kind: 'window', title: 'Orders', url: 'app://orders' },
  { id: 's2', kind: 'webview', title: 'Help', url: 'https://help.example' },
  { id: 's3', kind: 'window', title: 'Orders: print', url: 'app://print' },
] as unknown as readonly Surface[];

/** A stage with a session of three surfaces, the first of which is active. */
const openStage = (refresh: () => Promise<void> = () => Promise.resolve()) => {
  const sessions = new Sessions();
  const session = {
    id: sessions.nextId(),
    activeId: 's1',
    ended: new Promise(() => undefined),
    refresh,
    surfaces: () => surfaces,
    switchTo: (id: string): Surface => {
      const found = surfaces.find((surface) => surface.id === id);
      if (!found) throw new StageError(fail('SURFACE_NOT_FOUND', { surface_id: id }, { effect: 'none' }));
      session.activeId = id;
      return found;
    },
  };
  sessions.add(session as unknown as Session & { ended: Promise<never> });
  const tools = createTools({ sessions, settings: {} as never, environment: {} });
  const server = createServer({ name: 'stage', codes: stageCodes, dialect: 'stagewright', tools });
  return async (tool: string, args: JsonObject = {}) => {
    const caller = { transport: 'in-process', local: true } as const;
    return (await server.respond({ tool, arguments: args, caller })).structuredContent;
  };
};

describe('windows', () => {
  it('are listed with their positions, without webviews', async () => {
    const call = openStage();
    expect(await call('electron_windows_list')).toMatchObject({
      windows: [
        { surface_id: 's1', index: 0, active: true },
        { surface_id: 's3', index: 1, active: false },
      ],
      count: 2,
    });
  });

  it.each([
    ['its id', { targetId: 's3' }, 's3'],
    ['its whole title', { windowTitle: 'Orders' }, 's1'],
    ['a part of its title', { windowTitle: 'print' }, 's3'],
    ['its index', { index: 1 }, 's3'],
    ['nothing, which means the oldest', {}, 's1'],
  ])('are switched to by %s', async (_, args, id) => {
    const call = openStage();
    expect(await call('electron_switch_window', args)).toMatchObject({ active_window_id: id });
    expect(await call('electron_surfaces_list')).toMatchObject({ active_surface_id: id });
  });

  it.each([
    ['an unknown id', { targetId: 's9' }],
    ['a title that no window has', { windowTitle: 'Invoices' }],
    ['a part that several titles have', { windowTitle: 'Order' }],
    ['an index that is too high', { index: 2 }],
  ])('are not switched by %s', async (_, args) => {
    const call = openStage();
    expect(await call('electron_switch_window', args)).toMatchObject({ code: 'SURFACE_NOT_FOUND' });
    expect(await call('electron_surfaces_list')).toMatchObject({ active_surface_id: 's1' });
  });

  it('are waited for while one that has just opened has no title', async () => {
    const opened = surfaces[2] as { title: string };
    const { title } = opened;
    opened.title = '';
    let looks = 0;
    const call = openStage(() => {
      looks += 1;
      if (looks === 3) opened.title = title;
      return Promise.resolve();
    });
    const args = { windowTitle: 'Orders: print' };
    expect(await call('electron_switch_window', args)).toMatchObject({ active_window_id: 's3' });
    expect(looks).toBe(3);
  });

  it('are found by id before title, and by title before index', async () => {
    const call = openStage();
    const byId = { targetId: 's3', windowTitle: 'Orders', index: 0 };
    expect(await call('electron_switch_window', byId)).toMatchObject({ active_window_id: 's3' });
    const byTitle = { windowTitle: 'Orders', index: 1 };
    expect(await call('electron_switch_window', byTitle)).toMatchObject({ active_window_id: 's1' });
  });
});
