import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import type { SafeCode } from '@recourse/engine/guarded-fields';
import { z } from 'zod';
import { evaluate } from '../evaluating/evaluate.ts';
import { pagePlace } from '../evaluating/place.ts';
import { StageError } from '../failing.ts';
import { checkRenderer } from '../sessions/renderer.ts';
import type { Session } from '../sessions/session.ts';
import type { Surface } from '../surface.ts';
import { refusedFailure, withoutEffect } from './acting.ts';
import { answering } from './answering.ts';
import { answerOf, evalErrors, evalFields, longestResult, maskStrings, runsCode } from './evaluating.ts';
import { observerOf } from './observer-of.ts';
import type { Toolbox } from './toolbox.ts';

/** The active surface, once it answers. Nothing has run if it does not. */
const readySurface = async (session: Session, signal: AbortSignal): Promise<Surface> => {
  try {
    await session.connected();
    const surface = session.active();
    await checkRenderer(surface, signal);
    return surface;
  } catch (error) {
    const refused = refusedFailure(error);
    throw withoutEffect(refused ? new StageError(refused) : error);
  }
};

export const createEvalRenderer = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name: 'electron_eval_renderer',
    description:
      'Runs JavaScript in the active page: an expression, a function of `arg`, or statements with `return`. Promises are awaited.',
    input: z.strictObject(evalFields('renderer')),
    ...runsCode,
    errors: [...evalErrors, 'SURFACE_CLOSED', 'RENDERER_HUNG', 'CDP_TIMEOUT'],
    run: (call) =>
      answering(call, async () => {
        const { sessionId, arg, timeoutMs } = call.arguments;
        const session = sessions.find(sessionId);
        const surface = await readySurface(session, call.signal);
        const options = { arg: arg as never, timeoutMs, signal: call.signal, longest: longestResult };
        const { text, chars } = await evaluate(pagePlace(surface.session), call.handle<SafeCode>('/code'), options);
        const observer = observerOf(session);
        // Notes the secrets that the page shows now. The result of code that has run is not given up for that.
        await observer.look(surface, { signal: call.signal }).catch(() => undefined);
        return answerOf({ text: maskStrings(text, (value) => observer.secrets.hasValue(value)), chars });
      }),
  });
