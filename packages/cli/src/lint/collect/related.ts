import type { Node, Program } from 'oxc-parser';
import { textOf } from '../syntax/text-of.ts';
import { walk } from '../syntax/walk.ts';

/** A neighbour by path or alias, or one of our packages under any scope. */
const relatedName = /^(?:\.|#|~\/|@\/)|recourse/;

/** Whether a file imports us or a neighbour of its own package. */
export const isRelated = (program: Program): boolean => {
  let related = false;
  walk(program, null, (node) => {
    const imported = importedBy(node);
    if (imported) related ||= relatedName.test(textOf(imported) ?? '');
    return null;
  });
  return related;
};

const importedBy = (node: Node): Node | null | undefined => {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return node.source;
    case 'TSExternalModuleReference':
      return node.expression;
    case 'CallExpression':
      return node.callee.type === 'Identifier' && node.callee.name === 'require' ? node.arguments[0] : null;
    default:
      return null;
  }
};
