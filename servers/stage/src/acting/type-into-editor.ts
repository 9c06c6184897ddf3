import type { FoundTarget, Target } from '../reading/target.ts';
import { placeOf } from './act.ts';
import type { Act } from './act.ts';
import { actionNeeds } from './action-needs.ts';
import { clickReady } from './click.ts';
import { Deadline } from './deadline.ts';
import { parseChord } from './keyboard/chord.ts';
import { Keyboard } from './keyboard/keyboard.ts';
import type { PageNode } from './page-node.ts';
import { contentArea, hasEditorFocus, readDrawnContent } from './page/typing.ts';
import type { Content } from './page/typing.ts';
import { bare, isChanged, settles } from './settled-content.ts';
import { expectAll, noEffect, requireText } from './type-no-effect.ts';
import { checkNow, isProblem, nodeIn, whenActionable } from './until-actionable.ts';

export interface EditorText {
  readonly text: string;
  /** Whether the text takes the place of the content. It is added at the end otherwise. */
  readonly replace: boolean;
}

const leftClick = { button: 'left', clickCount: 1, force: false, takesDisabled: true } as const;

/**
 * Types into a code or rich text editor as a person does: clicks its content, selects all or goes to the end, and types.
 * The target may be the editor, a part of it, or the hidden field that it keeps for the keyboard.
 */
export const typeIntoEditor = (act: Act, target: Target, typed: EditorText): Promise<FoundTarget> =>
  whenActionable(act, target, actionNeeds.editor, async ({ found }) => {
    requireText(found);
    const area = await act.using(placeOf(found), (node) => node.findNode(contentArea));
    const content = { ...found, node: nodeIn(found, area) ?? found.node };
    const ready = await checkNow(act, content, actionNeeds.editorContent);
    if (isProblem(ready)) return ready;
    const clicked = await clickReady(act, ready, leftClick);
    if (isProblem(clicked)) return clicked;
    await act.using(placeOf(content), async (node) => {
      if (!(await takesFocus(act, found, node))) throw noEffect(found, 'unknown');
      await typeHere(act, found, node, typed);
    });
    return found;
  });

/** Editors take the focus after the click. Keys would reach another element until then. */
const focusMs = 1000;

/** Whether the editor has the focus, now or a moment later. */
const takesFocus = async (act: Act, found: FoundTarget, content: PageNode): Promise<boolean> => {
  const deadline = new Deadline(focusMs, AbortSignal.timeout(10 * focusMs));
  const isFocused = (node: PageNode): Promise<boolean> => node.ask(hasEditorFocus);
  do {
    if (await isFocused(content)) return true;
    if (await act.using(placeOf(found), isFocused)) return true;
  } while (await deadline.next());
  return false;
};

const typeHere = async (act: Act, found: FoundTarget, node: PageNode, { text, replace }: EditorText): Promise<void> => {
  const keyboard = new Keyboard(act);
  await keyboard.press(parseChord(replace ? 'ControlOrMeta+A' : 'ControlOrMeta+End', 'replace'));
  // Scrolling to the end shows other lines, which the text did not change.
  const before = await node.ask<Content>(readDrawnContent);
  if (replace) await keyboard.press(parseChord('Delete', 'replace'));
  await keyboard.type(text);
  if (text === '' && (!replace || bare(before.text) === '')) return;
  const isThere = (now: Content): boolean => isChanged(before, now) || (replace && bare(now.text) === bare(text));
  // The click may have done something, and the keys go to the element that it left with the focus.
  if (!(await settles(node, isThere))) throw noEffect(found, 'unknown');
  if (!replace) await expectAll(node, before, text, found);
  else await expectAll(node, { ...before, text: '', selected: 0 }, text, found);
};
