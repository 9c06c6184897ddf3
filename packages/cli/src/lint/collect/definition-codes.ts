import type { Node } from 'oxc-parser';
import { parseCodeName } from '../code-name.ts';
import type { ProducedCode } from '../facts.ts';
import { keyOf, memberOf } from '../syntax/text-of.ts';
import { unwrap } from '../syntax/unwrap.ts';
import type { Visit } from './source.ts';

/** Codes taken out of a set by name: `codes.definitions.X`, or `const { X } = codes.definitions`. */
export const collectDefinitionCodes = ({ node, source }: Visit): readonly ProducedCode[] =>
  namesIn(node)
    .filter(({ name }) => parseCodeName(name)?.plugin === null)
    .map(({ name, key }) => ({
      code: name,
      how: 'definition',
      shown: source.shows,
      owner: source.owner,
      place: source.place(key),
    }));

const namesIn = (node: Node): readonly { readonly name: string; readonly key: Node }[] => {
  if (node.type === 'MemberExpression') {
    const name = memberOf(node);
    return name !== null && isDefinitions(node.object) ? [{ name, key: node.property }] : [];
  }
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'ObjectPattern' || !node.init) return [];
  if (!isDefinitions(node.init)) return [];
  return node.id.properties.flatMap((property) => {
    const name = property.type === 'Property' ? keyOf(property) : null;
    return name === null || property.type !== 'Property' ? [] : [{ name, key: property.key }];
  });
};

const isDefinitions = (node: Node): boolean => memberOf(unwrap(node)) === 'definitions';
