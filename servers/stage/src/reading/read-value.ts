import { wholeValue } from '../observe/values.ts';
import type { FoundTarget } from './target.ts';

/** The whole value of a control; undefined for an element that has none. */
export const readValue = ({ node, placed }: FoundTarget): string | undefined => wholeValue(node, placed.element.role);

/** An attribute of an element; undefined if it is absent. */
export const readAttribute = ({ node }: FoundTarget, name: string): string | undefined =>
  node.attributes.get(name.toLowerCase());
