import { visitorKeys } from 'oxc-parser';

/** @typedef {import('oxc-parser').Node} Node */

/** Children that contain types, module names and keys, but no sentences. */
const types = new Set([
  'typeAnnotation',
  'typeArguments',
  'typeParameters',
  'returnType',
  'superTypeArguments',
  'implements',
]);
/** @type {Readonly<Record<string, readonly string[]>>} */
const names = {
  ExportAllDeclaration: ['source', 'exported', 'attributes'],
  ExportNamedDeclaration: ['source', 'specifiers', 'attributes'],
  ImportDeclaration: ['source', 'specifiers', 'attributes'],
  ImportExpression: ['source'],
  MemberExpression: ['property'],
  MethodDefinition: ['key'],
  Property: ['key'],
  PropertyDefinition: ['key'],
  TSInterfaceDeclaration: ['body'],
};

const keysOf = new Map(
  Object.entries(visitorKeys).map(([type, keys]) => [
    type,
    keys.filter((key) => !types.has(key) && !names[type]?.includes(key)),
  ]),
);

/** The children of a node that may contain sentences. @type {(node: Node) => readonly Node[]} */
export const childrenOf = (node) =>
  (keysOf.get(node.type) ?? []).flatMap((key) => Reflect.get(node, key) ?? []).filter((child) => child !== null);
