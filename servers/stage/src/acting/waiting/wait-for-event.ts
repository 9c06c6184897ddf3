import type { FoundTarget, Target } from '../../reading/target.ts';
import { placeOf } from '../act.ts';
import { PageNode, unlessGone } from '../page-node.ts';
import { findNow, poll } from './watch.ts';
import type { Watch } from './watch.ts';
import { waitTimedOut } from './timed-out.ts';

/** An event that the page saw. */
export interface PageEvent {
  readonly type: string;
  readonly trusted: boolean;
  /** The tag of the element that it was sent to, and its id. */
  readonly on: string;
}

/** How long one question to the page may wait. Longer waits ask again, so that a page that loads is followed. */
const longestQuestionMs = 2000;

const nextEvent = `function (name, ms) {
  return new Promise((resolve) => {
    const place = this.nodeType === 9 ? this.defaultView : this;
    const end = (answer) => { clearTimeout(timer); place.removeEventListener(name, listen, true); resolve(answer); };
    const listen = (event) => {
      const { target } = event;
      const on = target instanceof Element ? '<' + target.localName + (target.id ? ' id="' + target.id.slice(0, 50) + '"' : '') + '>' : target === place ? 'window' : 'document';
      end({ type: event.type, trusted: event.isTrusted, on });
    };
    const timer = setTimeout(() => end(null), ms);
    place.addEventListener(name, listen, true);
  });
}`;

/** Waits for a DOM event on an element, or anywhere on the page. Events before the call do not count. */
export const waitForEvent = async (
  watch: Watch,
  target: Target | undefined,
  eventName: string,
): Promise<{ readonly event: PageEvent; readonly found: FoundTarget | undefined }> => {
  let found: FoundTarget | undefined;
  const { facts: event } = await poll<PageEvent | undefined>(watch, async () => {
    found = target && (await findNow(watch, target));
    if (target && !found) return { holds: false, facts: undefined };
    const look = found?.look ?? (await watch.observer.look(watch.surface, watch.capturing));
    const place = placeOf({ node: found?.node ?? look.capture.document.root, look });
    const ms = Math.min(longestQuestionMs, watch.deadline.remainingMs);
    const seen = await ask(place, eventName, ms, watch);
    return { holds: seen !== undefined, facts: seen };
  });
  if (event) return { event, found };
  const last = { target: target ?? {}, found, timeoutMs: watch.deadline.timeoutMs };
  throw waitTimedOut(
    `event ${eventName}`,
    { fired: false, attached: found !== undefined || target === undefined },
    last,
  );
};

const ask = async (
  place: PageNode['place'],
  eventName: string,
  ms: number,
  { capturing }: Watch,
): Promise<PageEvent | undefined> => {
  const node = await unlessGone(PageNode.open(place, capturing.signal ? { signal: capturing.signal } : {}));
  if (!node) return undefined;
  try {
    return (await unlessGone(node.ask<PageEvent | null>(nextEvent, eventName, ms))) ?? undefined;
  } finally {
    node.release();
  }
};
