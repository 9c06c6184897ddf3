import { createServer } from '@recourse/engine';
import type { Server } from '@recourse/engine';
import { stageCodes } from '@recourse/contract/registries';
import { startBrowser } from '../observe/testing/open-page.ts';
import type { OpenPage } from '../observe/testing/open-page.ts';
import type { Session } from '../sessions/session.ts';
import { Sessions } from '../sessions/sessions.ts';
import type { StageSettings } from '../settings.ts';
import { createTools } from '../tools/index.ts';

export interface PageServer {
  readonly page: OpenPage;
  readonly server: Server;
  close(): Promise<void>;
}

/** The tools over one page of a browser, through the whole pipeline. */
export const openPageServer = async (settings: Partial<StageSettings> = {}): Promise<PageServer> => {
  const browser = await startBrowser();
  const page = await browser.openPage();
  const sessions = new Sessions();
  const session = {
    id: sessions.nextId(),
    active: () => page.surface,
    connected: () => Promise.resolve(),
    surfaces: () => [page.surface],
    ended: new Promise(() => undefined),
  };
  sessions.add(session as unknown as Session & { ended: Promise<never> });
  const tools = createTools({ sessions, settings: settings as StageSettings, environment: {} });
  const server = createServer({ name: 'stage', codes: stageCodes, dialect: 'stagewright', tools });
  return { page, server, close: () => browser.close() };
};
