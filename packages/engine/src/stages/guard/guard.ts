import { operationOf } from '../../call/call.ts';
import type { GuardSettings } from '../../guards/guard.ts';
import { defineStage } from '../../pipeline/stage.ts';
import type { Stage } from '../../pipeline/stage.ts';
import { judgeFields } from './judge-fields.ts';
import { guardCodes, refusal } from './refusal.ts';

/**
 * Judges the fields that their schema marks with a kind. All that is wrong is said at once; what is fine goes on
 * with handles that check again at their use. A field of a kind that nobody knows fails the call: `unknownKinds`
 * finds such fields before a server starts.
 */
export const guard = (settings: GuardSettings): Stage => {
  const stage = defineStage('guard', guardCodes, async (call, next) => {
    const { guards, sensitive } = operationOf(call);
    if (guards.length === 0) return next(call);
    const { found, handles } = await judgeFields({ guards, sensitive, settings }, call.arguments);
    const [first, ...rest] = found;
    if (first) return refusal([first, ...rest], settings, call.correlation_id);
    return next(handles.size === 0 ? call : { ...call, handles: new Map([...call.handles, ...handles]) });
  });
  return { ...stage, mayFailWith: [...stage.mayFailWith, ...(settings.refusalCodes ?? [])] };
};
