import { geometry } from './geometry.ts';

/** Whether the first key of an action found another element with the focus. */
export interface KeysVerdict {
  readonly isMissed: boolean;
}

/**
 * Watches the keys of an action from the moment its element has the focus. The page can take the focus away before the
 * first key: all keys are stopped then, and the page does not see them. Later keys may move the focus themselves.
 */
export const guardKeys = `function () {
  ${geometry}
  const element = elementOf(this);
  const hasFocus = () => {
    const active = rootOf(element).activeElement;
    return active === element || Boolean(active && closest(active, (at) => at === element));
  };
  let isMissed;
  const check = (event) => {
    if (!event.isTrusted) return;
    if (event.type === 'keydown') isMissed ??= !hasFocus();
    if (!isMissed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const types = ['keydown', 'keypress', 'keyup'];
  for (const type of types) addEventListener(type, check, { capture: true });
  return {
    // An app can handle keys before its page does: no key that the page saw is not a missed one.
    verdict: () => ({ isMissed: isMissed === true }),
    end() {
      for (const type of types) removeEventListener(type, check, { capture: true });
    },
  };
}`;
