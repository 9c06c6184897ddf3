import type { JsonObject } from '@recourse/contract';
import { stageCodes } from '@recourse/contract/registries';
import { createServer } from '@recourse/engine';
import { startBrowser } from '../observe/testing/open-page.ts';
import type { OpenPage } from '../observe/testing/open-page.ts';
import { Dialogs } from '../sessions/dialogs.ts';
import type { Session } from '../sessions/session.ts';
import { Sessions } from '../sessions/sessions.ts';
import type { StageSettings } from '../settings.ts';
import { createTools } from '../tools/index.ts';
import { throwIfBug } from './code-check.ts';

/** The fields of answers that tests of actions read. */
interface ActingAnswer {
  readonly code?: string;
  readonly effect?: string;
  readonly details: JsonObject & { readonly covering_ref?: number; readonly last_state?: JsonObject };
  readonly matches: readonly { readonly ref: number }[];
  readonly next_actions: readonly { readonly tool: string; readonly arguments: JsonObject }[];
  readonly similar: readonly { readonly ref: number; readonly name: string }[];
}

/** The tools of the stage over one page of a real browser, through the whole pipeline. */
export interface ActingPage extends Pick<OpenPage, 'load' | 'evaluate' | 'foreign' | 'surface'> {
  readonly call: (tool: string, args?: JsonObject) => Promise<ActingAnswer>;
  /** The reference of the first element with this name. */
  readonly refOf: (nameExact: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Opens a page for the tests of one file. */
export const openActingPage = async (settings: Partial<StageSettings> = {}): Promise<ActingPage> => {
  const browser = await startBrowser();
  const page = await browser.openPage();
  const sessions = new Sessions();
  const dialogs = new Dialogs();
  await dialogs.follow(page.surface.session, page.surface.id);
  const ended = new Promise<never>(() => undefined);
  const session = {
    id: sessions.nextId(),
    active: () => page.surface,
    connected: () => Promise.resolve(),
    dialogs,
    ended,
  };
  sessions.add(session as unknown as Session & { ended: Promise<never> });
  const tools = createTools({ sessions, settings: settings as StageSettings, environment: {} });
  const server = createServer({ name: 'stage', version: '0.0.0', codes: stageCodes, dialect: 'stagewright', tools });
  const call = async (tool: string, args: JsonObject = {}): Promise<ActingAnswer> => {
    const outcome = await server.call({ tool, arguments: args, caller: { transport: 'in-process', local: true } });
    const answer = outcome.ok ? outcome.value : outcome;
    throwIfBug(tool, answer);
    return answer as unknown as ActingAnswer;
  };
  return {
    load: page.load,
    evaluate: page.evaluate,
    foreign: page.foreign,
    surface: page.surface,
    call,
    refOf: async (nameExact) => {
      const { matches } = await call('electron_find', { name_exact: nameExact });
      return matches[0]?.ref as number;
    },
    close: () => browser.close(),
  };
};
