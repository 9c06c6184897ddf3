import type { PlacedLook } from '../reading/observer.ts';
import { placeOf } from './act.ts';
import type { Act } from './act.ts';
import { unlessGone } from './page-node.ts';

/**
 * Waits until a page has drawn itself, for a second at most. The browser drops all keys before that, because the person
 * who pressed them cannot have seen the page.
 */
export const untilDrawn = async (act: Act, look: PlacedLook): Promise<void> => {
  const place = placeOf({ node: look.capture.document.root, look });
  await unlessGone(act.using(place, (node) => node.ask(drawn)));
};

/** A page without content is drawn half a second after its load. A hidden one is not drawn, and takes keys later. */
const drawn = `function () {
  const end = Math.min(performance.now() + 1000, 5000);
  return new Promise((resolve) => {
    const look = () => {
      if (performance.getEntriesByType('paint').length > 0 || performance.now() >= end) resolve();
      else setTimeout(look, 10);
    };
    look();
  });
}`;
