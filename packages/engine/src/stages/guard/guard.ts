import type { Outcome } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import { operationOf } from '../../call/call.ts';
import { changeCall } from '../../call/change-call.ts';
import type { GuardSettings } from '../../guards/guard.ts';
import { defineStage } from '../stage.ts';
import type { Next, Stage } from '../stage.ts';
import type { judgeFields as judge } from './judge-fields.ts';
import { guardCodes, refusal } from './refusal.ts';

/** Loaded with the first field to judge: the guards are a third of the engine, and many servers have no use for them. */
let judgeFields: typeof judge | undefined;

/**
 * Judges the fields that their schema marks with a kind. All that is wrong is said at once; what is fine goes on
 * with handles that check again at their use. A field of a kind that nobody knows fails the call: `unknownKinds`
 * finds such fields before a server starts.
 */
export const guard = (settings: GuardSettings): Stage => {
  const judgeCall = async (call: Call, next: Next): Promise<Outcome> => {
    const { guards, sensitive } = operationOf(call);
    judgeFields ??= (await import('./judge-fields.ts')).judgeFields;
    const { found, handles } = await judgeFields({ guards, sensitive, settings }, call.arguments);
    const [first, ...rest] = found;
    if (first) return refusal([first, ...rest], settings, call.correlation_id);
    return next(handles.size === 0 ? call : changeCall(call, { handles: new Map([...call.handles, ...handles]) }));
  };
  const stage = defineStage('guard', guardCodes, (call, next) =>
    operationOf(call).guards.length === 0 ? next(call) : judgeCall(call, next),
  );
  return { ...stage, mayFailWith: [...stage.mayFailWith, ...(settings.refusalCodes ?? [])] };
};
