import type { AppliedWhen, NextAction } from '@recourse/contract';
import { isApplied } from './applied-when.ts';
import { jittered } from './delays.ts';
import { end } from './strategy.ts';
import type { Looked, Move, Situation, Strategy } from './strategy.ts';

type Look = NextAction & { readonly applied_when: AppliedWhen };

/** A write that was cut short may still be on its way: a look that comes too soon would not see it. */
const lookAfterMs = 1_000;

/** Looks whether the call took effect, and lets `applied_when` decide. Nothing is done again that may have been done. */
export const verify: Strategy = async (situation) => {
  const { reading, announced, random, repeats } = situation;
  const look = await findLook(situation);
  if (!look) {
    return reading.failure.effect === 'none'
      ? end('handed_over', 'the failure names no call that would tell more')
      : end('in_doubt', 'the failure names no call that may be made to see whether it took effect');
  }
  // One look that has waited tells as much as two, and leaves a call more for what it shows.
  const waited =
    announced && (await situation.pause(lookAfterMs + jittered(repeats, random), 'it may still be on its way'));
  const looked = await situation.look(look);
  if (!looked?.ok) return end('in_doubt', `'${look.tool}' could not tell whether it took effect`);
  if (isApplied(looked.value, look.applied_when)) return verified(situation, look, looked);
  if (!announced) return end('handed_over', `'${look.tool}' shows that it has not taken effect`);
  if (!waited) return end('in_doubt', `'${look.tool}' does not show it, and there was no time to wait for it`);
  return {
    kind: 'repeat',
    afterMs: 0,
    why: `'${look.tool}' has shown, after a while, that it has not taken effect`,
    shownAbsent: true,
    costsRetry: true,
  };
};

/** Of the calls that tell, the first that may be made: a read of the same server, or one that the caller allows. */
const findLook = async ({ reading, allows, isRead, note }: Situation): Promise<Look | undefined> => {
  for (const action of reading.failure.next_actions ?? []) {
    if (!isLook(action)) continue;
    if (allows(action) || (await isRead(action.tool))) return action;
    note({ kind: 'refuse', tool: action.tool, why: 'it is neither a read nor allowed' });
  }
  return undefined;
};

const isLook = (action: NextAction): action is Look => action.applied_when !== undefined;

/** The answer was lost and cannot be had again: what the look shows stands in its place. */
const verified = ({ request }: Situation, look: Look, { content }: Looked): Move => {
  const text = `'${request.name}' took effect; its own answer was lost. This is what '${look.tool}' shows now:`;
  return end('verified', `'${look.tool}' shows that it took effect`, {
    kind: 'result',
    result: { content: [{ type: 'text', text }, ...content] },
  });
};
