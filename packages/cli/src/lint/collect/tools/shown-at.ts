import type { Node } from 'oxc-parser';

/** Where to report a string of an expression: at its literal, unless that is a constant elsewhere. */
export const shownAt = (expression: Node, text: Node): Node =>
  text.start >= expression.start && text.end <= expression.end ? text : expression;
