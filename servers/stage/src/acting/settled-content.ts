import { Deadline } from './deadline.ts';
import { NodeGoneError } from './page-node.ts';
import type { PageNode } from './page-node.ts';
import { readContent } from './page/typing.ts';
import type { Content } from './page/typing.ts';

/** Editors show typed text a moment later. */
const settleMs = 1000;

/** Whether a condition on the content of an element holds, now or a moment later. */
export const settles = async (node: PageNode, holds: (now: Content) => boolean): Promise<boolean> => {
  const deadline = new Deadline(settleMs, AbortSignal.timeout(10 * settleMs));
  do {
    try {
      if (holds(await node.ask<Content>(readContent))) return true;
    } catch (error) {
      // The page put another element in its place, or loaded another page: it has taken the text.
      if (error instanceof NodeGoneError) return true;
      throw error;
    }
  } while (await deadline.next());
  return false;
};

export const isChanged = (before: Content, now: Content): boolean =>
  now.text !== before.text || now.around !== before.around;

/** Text without spaces and lines, which editors show with other characters and elements. */
export const bare = (text: string): string => text.replaceAll(/[\s\u200B\uFEFF]/gu, '');
