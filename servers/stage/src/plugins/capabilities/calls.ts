import { isFailure } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import { z } from 'zod';
import { fail, StageError } from '../../failing.ts';
import { defineAsk } from './scope.ts';
import type { AskMethod } from './scope.ts';

const subscription = 'calls';
/** Calls are observed in all sessions. */
const anySession = '';
/** The longest time for which a plugin can hold the answer of a call. */
const mostHeldMs = 5000;

/** The calls of other tools: to see them when they have ended, and to make some. */
export const callsMethods: Readonly<Record<string, AskMethod>> = {
  'calls.observe': defineAsk({
    needs: () => 'calls',
    params: z.strictObject({ hold: z.boolean().default(false) }),
    run: ({ toolbox, endings, emit, held }, { hold }) => {
      const stop = toolbox.calls.observe((call) => {
        if (!hold) return emit('call', undefined, call);
        const { number, released } = held.add(mostHeldMs);
        emit('call', undefined, { ...call, number });
        return released;
      });
      const undo = (): void => {
        stop();
        held.releaseAll();
      };
      endings.set(anySession, subscription, { undo, replaced: undo });
      return Promise.resolve({});
    },
  }),
  'calls.release': defineAsk({
    needs: () => 'calls',
    params: z.strictObject({ number: z.int().min(1) }),
    run: ({ held }, { number }) => {
      held.release(number);
      return Promise.resolve({});
    },
  }),
  'calls.ignore': defineAsk({
    needs: () => 'calls',
    params: z.strictObject({}),
    run: async ({ endings }) => {
      await endings.undo(anySession, subscription);
      return {};
    },
  }),
  'calls.make': defineAsk({
    needs: () => 'calls',
    params: z.strictObject({ tool: z.string().max(100), arguments: z.record(z.string(), z.unknown()) }),
    run: async ({ call }, { tool, arguments: args }) => {
      if (!call)
        throw new StageError(
          fail('BAD_ARGUMENT', { argument: 'tool', reason: 'a plugin can call tools only while it answers a call' }),
        );
      const outcome = await call.inner(tool, args as JsonObject);
      if (!isFailure(outcome)) return { ok: true, ...(outcome.value as JsonObject) };
      const { code, message, hint, retryable, effect, details } = outcome;
      return { ok: false, code, error: message, hint, retryable, effect, ...(details && { details }) };
    },
  }),
};
