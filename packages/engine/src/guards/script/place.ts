import type { ScriptNode } from './node.ts';

/** A construct that is not allowed, in words for the caller. */
export type Hit = {
  readonly construct: string;
  /** The name that is refused, if it is one. */
  readonly name?: string;
  /** Another way to write it, as an instruction. */
  readonly advice?: string;
  /** The keyword of the server's contract that the construct is. */
  readonly keyword?: string;
};

/** A node and its position. */
export interface Place {
  readonly node: ScriptNode;
  /** The field of the parent that contains it. */
  readonly field: string;
  /** The place of its parent; undefined for the program. */
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
