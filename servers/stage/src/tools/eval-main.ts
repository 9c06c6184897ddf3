import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import type { SafeCode } from '@recourse/engine/guarded-fields';
import { z } from 'zod';
import { evaluate } from '../evaluating/evaluate.ts';
import { mainPlace } from '../evaluating/place.ts';
import { fail, StageError } from '../failing.ts';
import { mainProcessTransports } from '../sessions/session.ts';
import { answering } from './answering.ts';
import { answerOf, evalErrors, evalFields, longestResult, runsCode } from './evaluating.ts';
import type { Toolbox } from './toolbox.ts';

export const createEvalMain = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name: 'electron_eval_main',
    description:
      'Reads the main process with JavaScript: app, BrowserWindow, webContents, Menu, screen, nativeTheme, process and others, limited to read-only members. Accepts code in the forms of electron_eval_renderer.',
    input: z.strictObject(evalFields('main')),
    ...runsCode,
    errors: [...evalErrors, 'TRANSPORT_UNSUPPORTED'],
    run: (call) =>
      answering(call, async () => {
        const { sessionId, arg, timeoutMs } = call.arguments;
        const session = sessions.find(sessionId);
        await session.connected();
        const { main, transport } = session;
        if (!main) {
          const details = { capability: 'eval-main', transport, supporting_transports: [...mainProcessTransports] };
          throw new StageError(fail('TRANSPORT_UNSUPPORTED', details, { effect: 'none' }));
        }
        const options = { arg: arg as never, timeoutMs, signal: call.signal, longest: longestResult };
        return answerOf(await evaluate(mainPlace(main), call.handle<SafeCode>('/code'), options));
      }),
  });
