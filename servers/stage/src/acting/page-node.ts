import type { CdpSession, SendOptions } from '../cdp/connection.ts';
import { CdpRefusedError } from '../cdp/cdp-errors.ts';
import { worldName } from '../observe/live-facts.ts';

/** A node that was removed, or whose document was unloaded, while an action used it. */
export class NodeGoneError extends Error {
  override readonly name = 'NodeGoneError';
}

/** Each action has a group of its own, so that another reader of the page cannot release its objects. */
let lastGroup = 0;

/** The place of a node: the session of its frame, and its id there. */
export interface NodePlace {
  readonly session: CdpSession;
  readonly frameId: string;
  readonly backendNodeId: number;
  /** The context of the stage's own world in the frame, if it is known. */
  readonly contextId?: number | undefined;
}

/** Calls a method of an object that a page keeps for an action, and returns its value. */
export type CallMethod = <Value>(method: string) => Promise<Value>;

/** A node of a page, for code that runs in the stage's own world, out of sight of the page. */
export class PageNode {
  readonly place: NodePlace;
  readonly #objectId: string;
  readonly #group: string;
  readonly #options: SendOptions;
  /** The objects that `begin` has made. */
  readonly #begun: string[] = [];

  private constructor(place: NodePlace, objectId: string, group: string, options: SendOptions) {
    this.place = place;
    this.#objectId = objectId;
    this.#group = group;
    this.#options = options;
  }

  /** Throws NodeGoneError if the node no longer exists. */
  static async open(place: NodePlace, options: SendOptions): Promise<PageNode> {
    const { session, frameId, backendNodeId, contextId } = place;
    lastGroup += 1;
    const objectGroup = `${worldName}-${lastGroup}`;
    const resolve = async (executionContextId: number): Promise<PageNode> => {
      const node = { backendNodeId, executionContextId, objectGroup };
      const { object } = await session.send('DOM.resolveNode', node, options);
      return new PageNode(place, object.objectId as string, objectGroup, options);
    };
    return gone(async () => {
      if (contextId !== undefined) return resolve(contextId);
      const world = await session.send('Page.createIsolatedWorld', { frameId, worldName }, options);
      return resolve(world.executionContextId);
    });
  }

  /** Calls a function with the node as `this`, and returns its value. */
  async ask<Value>(functionDeclaration: string, ...values: readonly unknown[]): Promise<Value> {
    const { result } = await this.#call(this.#objectId, functionDeclaration, values, true);
    return result.value as Value;
  }

  /**
   * Calls a function that returns an object with a method `end`, and returns a function that calls the methods of that
   * object. The object is ended when the node is released, or by itself if that order does not arrive.
   */
  async begin(functionDeclaration: string, ...values: readonly unknown[]): Promise<CallMethod> {
    const { result } = await this.#call(this.#objectId, endingOnce(functionDeclaration), values, false);
    if (result.objectId !== undefined) this.#begun.push(result.objectId);
    return async <Value>(method: string) => {
      const called = await this.#call(
        result.objectId as string,
        'function (method) { return this[method](); }',
        [method],
        true,
      );
      return called.result.value as Value;
    };
  }

  /** Calls a function that returns a node, and returns its id; undefined if it returns none. */
  async findNode(functionDeclaration: string, ...values: readonly unknown[]): Promise<number | undefined> {
    const { result } = await this.#call(this.#objectId, functionDeclaration, values, false);
    const { objectId } = result;
    if (objectId === undefined) return undefined;
    const { node } = await gone(() => this.place.session.send('DOM.describeNode', { objectId }, this.#options));
    return node.backendNodeId;
  }

  /** Scrolls the node into view, with all frames around it, unless it is in view. */
  async scrollIntoView(): Promise<void> {
    const { session, backendNodeId } = this.place;
    await gone(() => session.send('DOM.scrollIntoViewIfNeeded', { backendNodeId }, this.#options));
  }

  /** Ends the objects that `begin` has made. */
  end(): void {
    // Without the signal of the call, which may be cancelled, and without waiting for a page that may be busy.
    for (const objectId of this.#begun.splice(0)) {
      const end = { objectId, functionDeclaration: 'function () { this.end(); }' };
      void this.place.session.send('Runtime.callFunctionOn', end).catch(() => undefined);
    }
  }

  release(): void {
    this.end();
    // The objects of a document that was unloaded are released already.
    void this.place.session.send('Runtime.releaseObjectGroup', { objectGroup: this.#group }).catch(() => undefined);
  }

  async #call(objectId: string, functionDeclaration: string, values: readonly unknown[], returnByValue: boolean) {
    const call = {
      objectId,
      functionDeclaration,
      arguments: values.map((value) => ({ value })),
      returnByValue,
      awaitPromise: true,
      objectGroup: this.#group,
    };
    const answer = await gone(() => this.place.session.send('Runtime.callFunctionOn', call, this.#options));
    const { exceptionDetails } = answer;
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return answer;
  }
}

/** Longer than a page may be busy during an action. */
const mostMs = 15_000;

/** The same function, whose object ends once, and by itself after a while: nothing stays in a page that lost us. */
const endingOnce = (functionDeclaration: string): string => `function (...values) {
  const begun = (${functionDeclaration}).apply(this, values);
  const { end } = begun;
  let ended;
  begun.end = () => {
    clearTimeout(timer);
    ended ??= { value: end.call(begun) };
    return ended.value;
  };
  const timer = setTimeout(begun.end, ${mostMs});
  return begun;
}`;

/** The protocol refuses a call about a node, an object or a world that is gone. */
const gone = async <Value>(send: () => Promise<Value>): Promise<Value> => {
  try {
    return await send();
  } catch (error) {
    throw error instanceof CdpRefusedError ? new NodeGoneError(error.message) : error;
  }
};

/** The value of a question to a node; undefined if its document is gone. */
export const unlessGone = async <Value>(asked: Promise<Value>): Promise<Value | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NodeGoneError) return undefined;
    throw error;
  }
};
