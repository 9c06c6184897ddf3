import { areTwoWords, isSameName, slipBetween } from '../schema/one-slip.ts';
import { end } from './strategy.ts';
import type { Looked, Move, Situation, Strategy } from './strategy.ts';

const mostActions = 3;

/** Looks up what the failure points to, if the caller allows it, and hands both over: what to make of it is his. */
export const discover: Strategy = async (situation) => {
  const renamed = findTool(situation);
  if (renamed) return renamed;
  const followed = await follow(situation);
  if (followed.kind === 'refused') return end('handed_over', followed.why);
  const { done, failed } = followed;
  const content = [...done, ...(failed ? [failed] : [])].flatMap(({ content }) => content);
  return end(
    failed?.inDoubt ? 'in_doubt' : 'handed_over',
    failed
      ? 'a follow-up call that the failure suggested did not succeed'
      : 'the follow-up calls that the failure suggested were made',
    {
      kind: 'more',
      content,
    },
  );
};

/** Makes the calls that bring about the right state, if the caller allows every one of them, and repeats the call. */
export const changeState: Strategy = async (situation) => {
  const followed = await follow(situation);
  if (followed.kind === 'refused') return end('handed_over', followed.why);
  if (!followed.failed) return { kind: 'repeat', afterMs: 0, why: 'the state was changed as the failure suggested' };
  const { inDoubt, content } = followed.failed;
  return end(inDoubt ? 'in_doubt' : 'handed_over', 'the state could not be changed as the failure suggested', {
    kind: 'more',
    content,
  });
};

type Followed =
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'made'; readonly done: readonly Looked[]; readonly failed: Looked | undefined };

/** All of the actions or none: half of a list could be the dangerous half. */
const follow = async ({ reading, allows, look, note }: Situation): Promise<Followed> => {
  const actions = reading.failure.next_actions ?? [];
  if (actions.length === 0) return { kind: 'refused', why: 'the failure suggests no follow-up call' };
  if (actions.length > mostActions)
    return { kind: 'refused', why: `the failure suggests more than ${mostActions} follow-up calls` };
  const refused = actions.filter((action) => !allows(action));
  for (const { tool } of refused) note({ kind: 'refuse', tool, why: 'the caller does not allow it' });
  if (refused.length > 0) return { kind: 'refused', why: 'the caller does not allow the suggested follow-up calls' };
  const done: Looked[] = [];
  for (const action of actions) {
    const looked = await look(action);
    if (!looked)
      return {
        kind: 'refused',
        why: 'the call was cancelled or its budget was used up before the suggested follow-up calls were made',
      };
    if (!looked.ok) return { kind: 'made', done, failed: looked };
    done.push(looked);
  }
  return { kind: 'made', done, failed: undefined };
};

/** A name that no tool has, and the one tool that is meant by it, if the caller allows that one too. */
const findTool = ({ reading, request, allows, note }: Situation): Move | undefined => {
  const { code, similar = [] } = reading.failure;
  if (code !== 'NOT_FOUND_OPERATION' || !similar.every(({ role }) => role === 'tool')) return undefined;
  const tool = meantOf(
    request.name,
    similar.map(({ ref }) => String(ref)),
  );
  if (tool === undefined || !allows({ tool, arguments: request.arguments, why: 'nearly the same name' }))
    return undefined;
  note({ kind: 'correct', changes: [`the name of the tool to '${tool}'`] });
  return {
    kind: 'repeat',
    afterMs: 0,
    why: `'${tool}' is the only tool with a similar name`,
    request: { ...request, name: tool },
  };
};

/**
 * The only one that a single typing slip leads to: a tool of a similar name can do the opposite, or the same to more,
 * such as `delete_users`.
 */
const meantOf = (sent: string, names: readonly string[]): string | undefined => {
  const [meant, another] = names.filter((name) => isSameName(sent, name) || slipBetween(sent, name));
  if (meant === undefined || another !== undefined) return undefined;
  return isSameName(sent, meant) || !areTwoWords(sent, meant) ? meant : undefined;
};
