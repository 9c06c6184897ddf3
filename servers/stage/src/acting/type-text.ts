import { BadArgumentError } from '../reading/bad-argument-error.ts';
import type { FoundTarget, Target } from '../reading/target.ts';
import { placeOf } from './act.ts';
import type { Act } from './act.ts';
import { actionNeeds, needsOf } from './action-needs.ts';
import type { Needs } from './action-needs.ts';
import { parseChord } from './keyboard/chord.ts';
import { Keyboard } from './keyboard/keyboard.ts';
import { unlessGone } from './page-node.ts';
import type { PageNode } from './page-node.ts';
import { guardKeys } from './page/guard-keys.ts';
import type { KeysVerdict } from './page/guard-keys.ts';
import { focusElement, setPickedValue } from './page/typing.ts';
import type { Content, PickedValue } from './page/typing.ts';
import { notVisible } from './problem.ts';
import type { Problem } from './problem.ts';
import { bare, isChanged, settles } from './settled-content.ts';
import { expectAll, noEffect, requireText } from './type-no-effect.ts';
import { whenActionable } from './until-actionable.ts';
import { untilDrawn } from './until-drawn.ts';

/** Replaces the content of a field, as a person does who selects all and types. */
export const fill = (act: Act, target: Target, text: string, force = false): Promise<FoundTarget> =>
  onField(act, target, needsOf(actionNeeds.type, force), async (found, node) => {
    if (!force) requireText(found);
    const { problem, isSet } = await node.ask<PickedValue>(setPickedValue, text);
    if (problem !== null) throw new BadArgumentError('text', problem);
    if (isSet) {
      act.hasBegun = true;
      return undefined;
    }
    const before = await focus(found, node, true);
    const keyboard = new Keyboard(act);
    if (text === '') await keyboard.press(parseChord('Delete', 'text'));
    else await keyboard.insert(text);
    await expectChange(found, node, before, text);
    return undefined;
  });

/** Empties a field. */
export const clear = (act: Act, target: Target, force = false): Promise<FoundTarget> =>
  onField(act, target, needsOf(actionNeeds.clear, force), async (found, node) => {
    const before = await focus(found, node, true);
    if (before.text === '') return undefined;
    await new Keyboard(act).press(parseChord('Delete', 'ref'));
    const isEmpty = await settles(node, ({ text }) => bare(text) === '');
    if (!isEmpty) throw noEffect(found);
    return undefined;
  });

/** Gives an element the focus and types into it key by key. */
export const typeInto = (act: Act, target: Target, text: string, force = false): Promise<FoundTarget> =>
  onField(act, target, needsOf(actionNeeds.type, force), async (found, node) => {
    if (!force) requireText(found);
    const before = await focus(found, node, false);
    const guard = await node.begin(guardKeys);
    await new Keyboard(act).type(text);
    const verdict = await unlessGone(guard<KeysVerdict>('verdict'));
    if (verdict?.isMissed && !force) {
      act.hasBegun = false;
      return notVisible(found, 'it lost the focus just before a key was pressed', act.deadline.timeoutMs);
    }
    await unlessGone(guard('end'));
    await expectChange(found, node, before, undefined);
    await expectAll(node, before, text, found);
    return undefined;
  });

/** Throws TYPE_NO_EFFECT unless the content changes, or is already what it should be. */
const expectChange = async (
  found: FoundTarget,
  node: PageNode,
  before: Content,
  wanted: string | undefined,
): Promise<void> => {
  if (!(await settles(node, (now) => isChanged(before, now) || now.text === wanted))) throw noEffect(found);
};

/** Gives the element the focus. Throws TYPE_NO_EFFECT without typing if it does not take it: another element has it. */
const focus = async (found: FoundTarget, node: PageNode, isSelecting: boolean): Promise<Content> => {
  const before = await node.ask<Content>(focusElement, isSelecting);
  if (!before.hasFocus) throw noEffect(found);
  return before;
};

const onField = (
  act: Act,
  target: Target,
  needs: Needs,
  use: (found: FoundTarget, node: PageNode) => Promise<Problem | undefined>,
): Promise<FoundTarget> =>
  whenActionable(act, target, needs, async ({ found }) => {
    await untilDrawn(act, found.look);
    return act.using(placeOf(found), async (node) => (await use(found, node)) ?? found);
  });
