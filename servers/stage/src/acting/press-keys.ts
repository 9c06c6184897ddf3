import type { FoundTarget, Target } from '../reading/target.ts';
import { placeOf } from './act.ts';
import type { Act } from './act.ts';
import { actionNeeds } from './action-needs.ts';
import { parseChord } from './keyboard/chord.ts';
import { Keyboard } from './keyboard/keyboard.ts';
import { focusElement } from './page/typing.ts';
import { whenActionable } from './until-actionable.ts';

/** Presses keys one after another, in an element or where the focus is. All names are read before the first is pressed. */
export const pressKeys = async (
  act: Act,
  target: Target | undefined,
  keys: readonly string[],
  argument: 'key' | 'keys',
): Promise<FoundTarget | undefined> => {
  const chords = keys.map((key) => parseChord(key, argument));
  const keyboard = new Keyboard(act);
  const press = async (): Promise<void> => {
    for (const chord of chords) await keyboard.press(chord);
  };
  if (!target) {
    await press();
    return undefined;
  }
  return whenActionable(act, target, actionNeeds.focus, async ({ found }) => {
    await act.using(placeOf(found), (node) => node.ask(focusElement, false));
    await press();
    return found;
  });
};
