import type { AppliedWhen, NextAction } from '@recourse/contract';
import type { Reading } from '../reading/reading.ts';
import { isApplied } from '@recourse/contract/applied-when';
import { jittered } from '../delays.ts';
import type { Looked, ToolRequest } from '../strategies/strategy.ts';
import type { StateEvent } from './state.ts';
import type { StepEvent } from './step.ts';

type Look = NextAction & { readonly applied_when: AppliedWhen };
type LookedEvent = Extract<StateEvent, { readonly kind: 'looked' }>;

/** The context of a lookup. */
export interface Looking {
  readonly reading: Reading;
  readonly request: ToolRequest;
  readonly announced: boolean;
  readonly asks: number;
  readonly random: () => number;
  allows(action: NextAction): boolean;
  isRead(tool: string): Promise<boolean>;
  /** Makes the call; undefined if the budget has none left. */
  make(action: NextAction): Promise<Looked | undefined>;
  pause(ms: number, why: string): Promise<boolean>;
  note(step: StepEvent): void;
}

/** An interrupted write may still be in progress, and a lookup that is made too soon does not show it. */
const lookAfterMs = 1_000;

/** Makes the lookup that a failure names, and lets `applied_when` decide. To a client, absence proves nothing. */
export const lookForEffect = async (looking: Looking): Promise<LookedEvent> => {
  const { announced, asks, random, request } = looking;
  const look = await findLook(looking);
  if (!look) return nothing('no allowed call can show whether it took effect');
  if (announced) await looking.pause(lookAfterMs + jittered(asks, random), 'the call may still be in progress');
  const looked = await looking.make(look);
  if (!looked?.ok) return nothing(`'${look.tool}' could not be used to check whether it took effect`);
  if (!isApplied(looked.value, look.applied_when)) return nothing(`'${look.tool}' does not show that it took effect`);
  const text = `'${request.name}' took effect, but its answer was lost. '${look.tool}' now returns:`;
  const result = { content: [{ type: 'text', text }, ...looked.content] };
  const why = `'${look.tool}' shows that it took effect`;
  return { kind: 'looked', shows: 'effect', why, answer: { kind: 'result', result } };
};

const nothing = (why: string): LookedEvent => ({ kind: 'looked', shows: 'nothing', why });

/** The first lookup that identifies the effect and is allowed: a read of the same server, or one the caller allows. */
const findLook = async ({ reading, allows, isRead, note }: Looking): Promise<Look | undefined> => {
  for (const action of reading.failure.next_actions ?? []) {
    if (!isLook(action)) continue;
    const refusal = action.resembles
      ? 'it cannot distinguish this effect from a similar one'
      : allows(action) || (await isRead(action.tool))
        ? undefined
        : 'it is not read-only, and the caller does not allow it';
    if (refusal === undefined) return action;
    note({ kind: 'refuse', tool: action.tool, why: refusal });
  }
  return undefined;
};

const isLook = (action: NextAction): action is Look => action.applied_when !== undefined;
