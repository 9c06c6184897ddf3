import type { Node } from 'oxc-parser';

/** Where to show a text that an expression has: the text itself, unless it is a constant that stands elsewhere. */
export const shownAt = (expression: Node, text: Node): Node =>
  text.start >= expression.start && text.end <= expression.end ? text : expression;
