import type { SendOptions } from '../cdp/connection.ts';
import type { Observer } from '../reading/observer.ts';
import { findTarget } from '../reading/target.ts';
import type { FoundTarget, Target } from '../reading/target.ts';
import type { Surface } from '../surface.ts';
import { Deadline } from './deadline.ts';
import { PageNode } from './page-node.ts';
import type { NodePlace } from './page-node.ts';

/** One action on a surface: its page, its time, and whether it has touched the page. */
export class Act {
  readonly observer: Observer;
  readonly surface: Surface;
  readonly deadline: Deadline;
  readonly sending: SendOptions;
  readonly #signal: AbortSignal;
  /** Whether input was sent to the page. Until then, a failure has no effect. */
  hasBegun = false;

  constructor(given: {
    readonly observer: Observer;
    readonly surface: Surface;
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
  }) {
    this.observer = given.observer;
    this.surface = given.surface;
    this.deadline = new Deadline(given.timeoutMs, given.signal);
    this.#signal = given.signal;
    this.sending = { signal: given.signal };
  }

  /** Another action on the same surface, which has touched nothing yet and has the time that is left. */
  next(): Act {
    const { observer, surface, deadline } = this;
    return new Act({ observer, surface, timeoutMs: deadline.remainingMs, signal: this.#signal });
  }

  /** Looks at the page and finds the element that a call names. */
  find(target: Target): Promise<FoundTarget> {
    return findTarget(this.observer, this.surface, target, { signal: this.#signal });
  }

  /** Opens a node for code of the stage, and releases it afterwards. */
  async using<Value>(place: NodePlace, use: (node: PageNode) => Promise<Value>): Promise<Value> {
    const node = await PageNode.open(place, this.sending);
    try {
      return await use(node);
    } finally {
      await node.release();
    }
  }
}

/** The place of a found element. */
export const placeOf = ({ node, look }: Pick<FoundTarget, 'node' | 'look'>): NodePlace => ({
  session: look.capture.sessionOf(node.document.frameId),
  frameId: node.document.frameId,
  backendNodeId: node.backendNodeId,
});
