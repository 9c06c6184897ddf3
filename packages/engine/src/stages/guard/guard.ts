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
 * Judges the fields that their schema marks with a kind. A refusal lists all problems at once; accepted values go on
 * with handles that check again at their use. A field of an unknown kind fails the call: `unknownKinds` finds such
 * fields before a server starts.
 */
export const guard = (settings: GuardSettings): Stage => {
  const judgeCall = async (call: Call, next: Next): Promise<Outcome> => {
    const { guards, sensitive, guarding } = operationOf(call);
    judgeFields ??= (await import('./judge-fields.ts')).judgeFields;
    const rules = guarding ? { ...settings, ...guarding } : settings;
    const { found, handles } = await judgeFields({ guards, sensitive, settings: rules }, call.arguments);
    const [first, ...rest] = found;
    if (first) {
      const refused = refusal([first, ...rest], rules, call.correlation_id);
      // The operation's own rules refuse with its own codes, which the stage does not know.
      if (guarding?.refusals) call.state.refusal = refused;
      return refused;
    }
    return next(handles.size === 0 ? call : changeCall(call, { handles: new Map([...call.handles, ...handles]) }));
  };
  const stage = defineStage('guard', guardCodes, (call, next) =>
    operationOf(call).guards.length === 0 ? next(call) : judgeCall(call, next),
  );
  return { ...stage, mayFailWith: [...stage.mayFailWith, ...(settings.refusalCodes ?? [])] };
};
