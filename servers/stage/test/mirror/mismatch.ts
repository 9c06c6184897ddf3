import path from 'node:path';
import type { Node } from 'typescript/unstable/ast';

/** A disagreement between a registry and the sources or documents that use it. */
export interface Mismatch {
  readonly kind:
    | 'unregistered'
    | 'dynamic'
    | 'unknown name'
    | 'never produced'
    | 'reserved but produced'
    | 'undeclared'
    | 'impossible'
    | 'needless exclusion';
  /** The code, or the expression where one is expected. */
  readonly subject: string;
  /** The file and line, the registry, or the tool. */
  readonly place: string;
}

/** The file and the line of a position in it. */
export const lineAt = (name: string, text: string, position: number): string =>
  `${path.basename(name)}:${text.slice(0, position).split('\n').length}`;

/** The file and the line of a node. */
export const placeOf = (node: Node): string => {
  const { fileName, text } = node.getSourceFile();
  return lineAt(fileName, text, node.getStart());
};
