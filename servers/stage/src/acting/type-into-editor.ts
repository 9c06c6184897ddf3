import type { FoundTarget, Target } from '../reading/target.ts';
import { placeOf } from './act.ts';
import type { Act } from './act.ts';
import { actionNeeds } from './action-needs.ts';
import { clickReady } from './click.ts';
import { parseChord } from './keyboard/chord.ts';
import { Keyboard } from './keyboard/keyboard.ts';
import type { PageNode } from './page-node.ts';
import { contentArea, readContent } from './page/typing.ts';
import type { Content } from './page/typing.ts';
import { isChanged, settles } from './settled-content.ts';
import { noEffect } from './type-text.ts';
import { checkNow, isProblem, nodeIn, whenActionable } from './until-actionable.ts';

export interface EditorText {
  readonly text: string;
  /** Whether the text takes the place of the content. It is added at the end otherwise. */
  readonly replace: boolean;
}

const leftClick = { button: 'left', clickCount: 1, force: false } as const;

/**
 * Types into a code or rich text editor as a person does: clicks its content, selects all or goes to the end, and types.
 * The target may be the editor, a part of it, or the hidden field that it keeps for the keyboard.
 */
export const typeIntoEditor = (act: Act, target: Target, typed: EditorText): Promise<FoundTarget> =>
  whenActionable(act, target, actionNeeds.editor, async ({ found }) => {
    const area = await act.using(placeOf(found), (node) => node.findNode(contentArea));
    const content = { ...found, node: nodeIn(found, area) ?? found.node };
    const ready = await checkNow(act, content, actionNeeds.editorContent);
    if (isProblem(ready)) return ready;
    const clicked = await clickReady(act, ready, leftClick);
    if (isProblem(clicked)) return clicked;
    await act.using(placeOf(content), (node) => typeHere(act, found, node, typed));
    return found;
  });

const typeHere = async (act: Act, found: FoundTarget, node: PageNode, { text, replace }: EditorText): Promise<void> => {
  const before = await node.ask<Content>(readContent);
  const keyboard = new Keyboard(act);
  if (replace) {
    await keyboard.press(parseChord('ControlOrMeta+A', 'replace'));
    await keyboard.press(parseChord('Delete', 'replace'));
  } else await keyboard.press(parseChord('ControlOrMeta+End', 'replace'));
  await keyboard.type(text);
  if (text === '' && (!replace || before.text === '')) return;
  const isThere = (now: Content): boolean => isChanged(before, now) || (replace && bare(now.text) === bare(text));
  if (!(await settles(node, isThere))) throw noEffect(found);
};

/** Editors show spaces and lines with other characters and elements. */
const bare = (text: string): string => text.replaceAll(/\s/gu, '');
