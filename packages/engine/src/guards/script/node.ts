import type { Node } from 'acorn';

/** A node of any type: its fields are looked at by name. */
export interface ScriptNode extends Node {
  readonly [field: string]: unknown;
}

export const isNode = (value: unknown): value is ScriptNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The nodes below a node, each with the field that contains it. */
export function* childrenOf(node: ScriptNode): Generator<readonly [string, ScriptNode]> {
  for (const [field, value] of Object.entries(node)) {
    if (isNode(value)) yield [field, value];
    else if (Array.isArray(value)) for (const item of value) if (isNode(item)) yield [field, item];
  }
}

/** A node in a field; undefined if there is none. */
export const nodeAt = (node: ScriptNode, field: string): ScriptNode | undefined => {
  const value = node[field];
  return isNode(value) ? value : undefined;
};

/** The nodes of a field that holds several. */
export const nodesAt = (node: ScriptNode, field: string): readonly ScriptNode[] => {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
};

/** The name of an identifier; undefined for any other node. */
export const identifierName = (node: ScriptNode | undefined): string | undefined =>
  node?.type === 'Identifier' && typeof node['name'] === 'string' ? node['name'] : undefined;

/** The text of a literal or of a template with nothing in it. */
export const staticText = (node: ScriptNode | undefined): string | undefined => {
  if (node?.type === 'Literal' && !('regex' in node)) return String(node['value']);
  if (node?.type !== 'TemplateLiteral' || nodesAt(node, 'expressions').length > 0) return undefined;
  return templateText(nodesAt(node, 'quasis')[0]);
};

/** The text of a piece of a template. */
export const templateText = (node: ScriptNode | undefined): string | undefined => {
  const value = node?.['value'];
  if (typeof value !== 'object' || value === null || !('cooked' in value)) return undefined;
  return typeof value.cooked === 'string' ? value.cooked : undefined;
};

/** The name by which a member or a property is reached; undefined if only the running code knows. */
export const keyName = (node: ScriptNode, field: 'property' | 'key'): string | undefined => {
  const key = nodeAt(node, field);
  return node['computed'] === true ? staticText(key) : (identifierName(key) ?? staticText(key));
};

/** The names that a pattern gives values to. */
export const targetNames = (target: ScriptNode | undefined): readonly string[] => {
  if (!target) return [];
  switch (target.type) {
    case 'Identifier':
      return [String(target['name'])];
    case 'MemberExpression':
      return [];
    case 'AssignmentPattern':
      return targetNames(nodeAt(target, 'left'));
    case 'Property':
      return targetNames(nodeAt(target, 'value'));
    default:
      return [...childrenOf(target)].flatMap(([, child]) => targetNames(child));
  }
};
