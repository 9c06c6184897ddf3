import type { FoundTarget, Target } from '../reading/target.ts';
import { placeOf } from './act.ts';
import type { Act } from './act.ts';
import { actionNeeds, needsOf } from './action-needs.ts';
import { parseChord } from './keyboard/chord.ts';
import { Keyboard } from './keyboard/keyboard.ts';
import { unlessGone } from './page-node.ts';
import { guardKeys } from './page/guard-keys.ts';
import type { KeysVerdict } from './page/guard-keys.ts';
import { focusElement } from './page/typing.ts';
import type { Content } from './page/typing.ts';
import { notVisible } from './problem.ts';
import type { Problem } from './problem.ts';
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
  const press = async (from = 0): Promise<void> => {
    for (const chord of chords.slice(from)) await keyboard.press(chord);
  };
  if (!target) {
    await untilDrawn(act, await act.observer.look(act.surface, act.sending));
    await press();
    return undefined;
  }
  return whenActionable(act, target, needsOf(actionNeeds.focus, force), async ({ found }) => {
    await untilDrawn(act, found.look);
    return act.using(placeOf(found), async (node) => {
      const { hasFocus } = await node.ask<Content>(focusElement, false);
      const missed = (reason: string): Problem => notVisible(found, reason, act.deadline.timeoutMs);
      // The keys would reach the element that has the focus instead.
      if (!hasFocus && !force) return missed('it cannot be focused');
      const [first] = chords;
      if (force || !first) {
        await press();
        return found;
      }
      const guard = await node.begin(guardKeys);
      await keyboard.press(first);
      const verdict = await unlessGone(guard<KeysVerdict>('verdict'));
      if (verdict?.isMissed) {
        act.hasBegun = false;
        return missed('it lost the focus just before a key was pressed');
      }
      // A page that a key leaves is gone with its guard.
      await unlessGone(guard('end'));
      await press(1);
      return found;
    });
  });
};
