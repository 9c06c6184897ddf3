import type { Node } from 'oxc-parser';
import { parseCodeName } from '../code-name.ts';
import { textOf } from '../syntax/text-of.ts';
import type { Visit } from './source.ts';

/** A literal that is a value of its own and could reach a `fail` whose code is chosen at run time, else null. */
export const mentionedCode = ({ node, parent, source }: Visit): string | null => {
  if (source.translates || parent === null || isNoValue(node, parent)) return null;
  const text = textOf(node);
  return text !== null && parseCodeName(text) !== null ? text : null;
};

/** Whether a literal is only compared, or is a name or an import, so that it is not passed on. */
const isNoValue = (node: Node, parent: Node): boolean => {
  switch (parent.type) {
    case 'BinaryExpression':
      return true;
    case 'SwitchCase':
      return parent.test === node;
    case 'Property':
    case 'PropertyDefinition':
      return parent.key === node;
    case 'MemberExpression':
      return parent.property === node;
    default:
      return parent.type.startsWith('Import') || parent.type.startsWith('Export');
  }
};
