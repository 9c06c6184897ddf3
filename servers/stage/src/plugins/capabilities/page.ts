import type { CdpSession } from '../../cdp/connection.ts';
import { fail, StageError } from '../../failing.ts';
import type { Surface } from '../../surface.ts';
import { z } from 'zod';
import { addScript, runInFrames } from './scripts.ts';
import { defineAsk, onSurface } from './scope.ts';
import type { AskMethod } from './scope.ts';

const longestSource = 5_000_000;
const timeoutMs = 30_000;
const world = z.enum(['isolated', 'page']);
const source = z.string().max(longestSource);
const undoName = z.string().min(1).max(100);
let lastScript = 0;

/** Code in pages, in a world of the plugin's own or in the page's. */
export const pageMethods: Readonly<Record<string, AskMethod>> = {
  'page.evaluate': defineAsk({
    needs: () => 'page',
    params: z.strictObject({ function: source, arguments: z.array(z.unknown()).max(100), world }),
    run: (scope, { function: code, arguments: given, world: where }) =>
      onSurface(scope, ({ surface }) =>
        evaluate(surface, `(${code})(...${JSON.stringify(given)})`, { plugin: scope.plugin, world: where }),
      ),
  }),
  'page.runSource': defineAsk({
    needs: () => 'page',
    params: z.strictObject({ source, world }),
    run: (scope, { source: text, world: where }) =>
      onSurface(scope, async ({ surface }) => {
        await evaluate(surface, `${text}\n;undefined`, { plugin: scope.plugin, world: where });
      }),
  }),
  'page.runInFrames': defineAsk({
    needs: () => 'page',
    params: z.strictObject({ source }),
    run: (scope, { source: text }) => onSurface(scope, ({ surface }) => runInFrames(surface, text)),
  }),
  'page.addScript': defineAsk({
    needs: () => 'page',
    params: z.strictObject({ source, now: z.boolean() }),
    run: (scope, { source: text, now }) =>
      onSurface(scope, async ({ session, surface }) => {
        const undo = await addScript(surface, text, { now });
        lastScript += 1;
        const identifier = `script ${lastScript}`;
        scope.endings.set(session.id, identifier, { undo, size: text.length });
        return { identifier };
      }),
  }),
  'page.removeScript': defineAsk({
    needs: () => 'page',
    params: z.strictObject({ identifier: z.string().regex(/^script \d{1,9}$/u) }),
    run: async ({ endings, session }, { identifier }) => {
      await endings.undo(session ?? '', identifier);
    },
  }),
  'page.atEnd': defineAsk({
    needs: () => 'page',
    params: z.strictObject({ name: undoName, source }),
    run: (scope, { name, source: text }) =>
      onSurface(scope, ({ session, surface }) => {
        const undo = (): Promise<void> => runInFrames(surface, text);
        scope.endings.set(session.id, `page ${surface.id} ${name}`, { undo, size: text.length });
        return Promise.resolve();
      }),
  }),
};

interface EvaluateOptions {
  readonly plugin: string;
  readonly world: 'isolated' | 'page';
}

const evaluate = async (surface: Surface, expression: string, options: EvaluateOptions): Promise<unknown> => {
  const context = options.world === 'isolated' ? await isolatedWorld(surface, options.plugin) : {};
  return runExpression(surface.session, expression, context);
};

const isolatedWorld = async (surface: Surface, plugin: string): Promise<{ readonly contextId: number }> => {
  const [top] = surface.frames();
  const params = { frameId: top?.frameId ?? surface.targetId, worldName: `recourse-plugin-${plugin}` };
  const { executionContextId } = await surface.session.send('Page.createIsolatedWorld', params);
  return { contextId: executionContextId };
};

/** Evaluates an expression and returns its JSON value. Throws EVAL_RUNTIME_ERROR if the code throws. */
export const runExpression = async (
  session: CdpSession,
  expression: string,
  options: { readonly contextId?: number; readonly includeCommandLineAPI?: boolean } = {},
): Promise<unknown> => {
  const params = { expression, awaitPromise: true, returnByValue: true, ...options };
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', params, { timeoutMs });
  if (!exceptionDetails) return result.value as unknown;
  const { exception, text } = exceptionDetails;
  const [description = text] = (exception?.description ?? String(exception?.value ?? text)).split('\n');
  const { className: error_name } = exception ?? {};
  // The description of an error begins with its name, which the message adds.
  const prefix = `${error_name}: `;
  const reason = description.startsWith(prefix) ? description.slice(prefix.length) : description;
  const details = { reason: reason.slice(0, 500), ...(error_name !== undefined && { error_name }) };
  throw new StageError(fail('EVAL_RUNTIME_ERROR', details));
};
