import { z } from 'zod';
import type { CdpSession } from '../../cdp/connection.ts';
import { fail, StageError } from '../../failing.ts';
import type { Session } from '../../sessions/session.ts';
import { runExpression } from './page.ts';
import { defineAsk } from './scope.ts';
import type { AskMethod } from './scope.ts';

const source = z.string().max(1_000_000);

/** Code in the main process of an app. */
export const mainMethods: Readonly<Record<string, AskMethod>> = {
  'main.evaluate': defineAsk({
    needs: () => 'main',
    params: z.strictObject({ function: source, arguments: z.array(z.unknown()).max(100) }),
    run: async ({ toolbox, session: id }, { function: code, arguments: given }) => {
      const session = toolbox.sessions.find(id);
      await session.connected();
      return runInMain(mainOf(session), code, given);
    },
  }),
  'main.atEnd': defineAsk({
    needs: () => 'main',
    params: z.strictObject({ name: z.string().min(1).max(100), function: source }),
    run: ({ toolbox, session: id, endings }, { name, function: code }) => {
      const session = toolbox.sessions.find(id);
      mainOf(session);
      // The main process may have a new connection by then.
      const undo = (): Promise<unknown> => runInMain(mainOf(session), code, []);
      endings.set(session.id, `main ${name}`, { undo, size: code.length });
      return Promise.resolve();
    },
  }),
};

const mainOf = ({ main, transport }: Session): CdpSession => {
  if (main) return main;
  const details = { capability: 'main_process', transport };
  throw new StageError(fail('TRANSPORT_UNSUPPORTED', details, { effect: 'none' }));
};

const runInMain = (main: CdpSession, code: string, given: readonly unknown[]): Promise<unknown> =>
  runExpression(main, `(${code})(require('electron'), ...${JSON.stringify(given)})`, { includeCommandLineAPI: true });
