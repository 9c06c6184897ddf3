import type { FoundTarget, Target } from '../reading/target.ts';
import { placeOf } from './act.ts';
import type { Act } from './act.ts';
import { actionNeeds, needsOf } from './action-needs.ts';
import { parseChord } from './keyboard/chord.ts';
import { Keyboard } from './keyboard/keyboard.ts';
import { focusElement } from './page/typing.ts';
import type { Content } from './page/typing.ts';
import { notVisible } from './problem.ts';
import { whenActionable } from './until-actionable.ts';
import { untilDrawn } from './until-drawn.ts';

export interface PressedKeys {
  readonly keys: readonly string[];
  /** The argument that holds the keys, for refusals. */
  readonly argument: 'key' | 'keys';
  readonly force: boolean;
}

/** Presses keys one after another, in an element or at the current focus. All names are read before the first is pressed. */
export const pressKeys = async (
  act: Act,
  target: Target | undefined,
  { keys, argument, force }: PressedKeys,
): Promise<FoundTarget | undefined> => {
  const chords = keys.map((key) => parseChord(key, argument));
  const keyboard = new Keyboard(act);
  const press = async (): Promise<void> => {
    for (const chord of chords) await keyboard.press(chord);
  };
  if (!target) {
    await untilDrawn(act, await act.observer.look(act.surface, act.sending));
    await press();
    return undefined;
  }
  return whenActionable(act, target, needsOf(actionNeeds.focus, force), async ({ found }) => {
    await untilDrawn(act, found.look);
    const { hasFocus } = await act.using(placeOf(found), (node) => node.ask<Content>(focusElement, false));
    // The keys would reach the element that has the focus instead.
    if (!hasFocus && !force) return notVisible(found, 'it cannot be focused', act.deadline.timeoutMs);
    await press();
    return found;
  });
};
