import type { ScriptNode } from './node.ts';

/** What the code may not do, in words for the caller; `name` where it is a name, `advice` where another way is known. */
export interface Hit {
  readonly construct: string;
  readonly name?: string;
  readonly advice?: string;
}

/** A node, and where it stands. */
export interface Place {
  readonly node: ScriptNode;
  /** The field of the parent that it stands in. */
  readonly field: string;
  /** Where its parent stands; undefined for the program. */
  readonly up: Place | undefined;
  /** In the code of a class, `this` is never the global object. */
  readonly inClass: boolean;
}

const loops = new Set(['ForInStatement', 'ForOfStatement']);

/** True for what a pattern or a loop gives a value to. */
export const isPatternTarget = ({ field, up }: Place): boolean => {
  switch (up?.node.type) {
    case 'ArrayPattern':
    case 'RestElement':
      return true;
    case 'AssignmentPattern':
      return field === 'left';
    case 'Property':
      return field === 'value' && up.up?.node.type === 'ObjectPattern';
    default:
      return field === 'left' && up !== undefined && loops.has(up.node.type);
  }
};
