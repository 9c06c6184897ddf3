import { fail, StageError } from '../failing.ts';
import type { Act } from './act.ts';
import { Keyboard } from './keyboard/keyboard.ts';
import { readContent } from './page/typing.ts';
import type { Content } from './page/typing.ts';
import { isChanged, settles } from './settled-content.ts';
import { expectAll } from './type-no-effect.ts';
import { untilDrawn } from './until-drawn.ts';

/**
 * Types into the element with the focus. Throws TYPE_NO_EFFECT if the element holds text and ignores the keys. Keys that
 * go to a page without a focused field are shortcuts of the page, which change no text.
 */
export const typeIntoFocus = async (act: Act, text: string): Promise<void> => {
  const look = await act.observer.look(act.surface, act.sending);
  const nodes = look.capture.documents.flatMap(({ nodes: own }) => own);
  // The innermost element with the focus comes last: the frames around it have it too.
  const focused = nodes.findLast((node) => look.build.live.isFocused(node) && node.content === undefined);
  await untilDrawn(act, look);
  const keyboard = new Keyboard(act);
  if (!focused) return keyboard.type(text);
  const { frameId } = focused.document;
  const place = { session: look.capture.sessionOf(frameId), frameId, backendNodeId: focused.backendNodeId };
  return act.using(place, async (node) => {
    const before = await node.ask<Content>(readContent);
    await keyboard.type(text);
    if (!before.isEditable || text === '') return;
    if (!(await settles(node, (now) => isChanged(before, now))))
      throw new StageError(fail('TYPE_NO_EFFECT', {}, { effect: 'none' }));
    await expectAll(node, before, text);
  });
};
