import type { FlatDocument } from './flat-node.ts';

/** Ordinary pages take up to 10 steps for each node. */
const stepsForNode = 50;
const stepsForDocument = 10_000;

/**
 * The nodes that may be visited to find names, labels and rows in one document. A page can point from each element to
 * all others; reading it must still end.
 */
export class Steps {
  #left: number;

  constructor(nodes: number) {
    this.#left = stepsForDocument + stepsForNode * nodes;
  }

  /** Takes steps, and tells whether there were any left. */
  take(count = 1): boolean {
    this.#left -= count;
    return this.#left > 0;
  }

  get areUsedUp(): boolean {
    return this.#left <= 0;
  }
}

const steps = new WeakMap<FlatDocument, Steps>();

/** The steps of a document. */
export const stepsOf = (document: FlatDocument): Steps => {
  const known = steps.get(document);
  if (known) return known;
  const made = new Steps(document.nodes.length);
  steps.set(document, made);
  return made;
};

/** Gives the readers of a document all their steps again. */
export const renewSteps = (document: FlatDocument): void => void steps.delete(document);
