import { secretMask } from '../observe/secrets/secret-mask.ts';
import { wholeValue } from '../observe/values.ts';
import type { Observer } from './observer.ts';
import type { FoundTarget } from './target.ts';

/** The whole value of a control; undefined for an element that has none. */
export const readValue = ({ node, placed }: FoundTarget): string | undefined => wholeValue(node, placed.element.role);

/** An attribute of an element; undefined if it is absent. */
export const readAttribute = ({ node }: FoundTarget, name: string): string | undefined =>
  node.attributes.get(name.toLowerCase());

/** Whether what was read from an element stands for a secret. No rule can be checked then, not even `not_equals`. */
export const isMasked = ({ secrets }: Observer, { node }: FoundTarget, text: string): boolean =>
  text.includes(secretMask) && secrets.isSecret(node);
