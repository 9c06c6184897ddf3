import path from 'node:path';
import { openElectronPlace } from '../../src/testing/electron-place.ts';
import { openPluginStage } from './open-plugin-stage.ts';
import type { PluginEntry, PluginStage } from './open-plugin-stage.ts';

const desk = path.join(import.meta.dirname, '../apps/desk');
const timeoutMs = 50_000;

/** A stage with plugins for one host, and the way to show pages there. */
export interface PluginHost extends PluginStage {
  /** Starts a session with a page, in the place of the one before. */
  readonly open: (address: string) => Promise<void>;
  readonly click: (name: string) => Promise<void>;
  readonly text: (selector: string) => Promise<string>;
  /** Waits until an element shows this string. Throws if it never does. */
  readonly sees: (selector: string, text: string) => Promise<void>;
}

/** Starts a stage with plugins whose sessions run in Electron or in Chromium. */
export const openHost = async (host: 'Electron' | 'Chromium', plugins: readonly PluginEntry[]): Promise<PluginHost> => {
  const place = host === 'Electron' ? await openElectronPlace() : undefined;
  const environment = place?.environment ?? process.env;
  const stage = await openPluginStage(plugins, { environment, appRoots: [desk] });
  const done = async (tool: string, args: Parameters<PluginStage['call']>[1]): Promise<void> => {
    const answer = await stage.call(tool, args);
    if (!answer.ok) throw new Error(`${tool}: ${JSON.stringify(answer)}`);
  };
  return {
    ...stage,
    open: async (url) => {
      await stage.call('electron_stop');
      if (host === 'Electron') await done('electron_launch', { main: desk, args: [url], timeoutMs });
      else await done('electron_open_page', { url, timeoutMs });
    },
    click: (name) => done('electron_click', { by: { role: 'button', name } }),
    text: async (selector) => (await stage.call<{ text: string }>('electron_get_text', { selector })).text,
    sees: (selector, equals) => done('electron_expect_text', { selector, equals, timeoutMs: 30_000 }),
    close: async () => {
      await stage.close();
      await place?.close();
    },
  };
};
