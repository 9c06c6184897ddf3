import type { Node } from 'web-tree-sitter';
import { childrenOf } from '../../tree-sitter.ts';

/** A function, a class or a value that a block defines. */
export interface Definition {
  readonly name: string;
  readonly node: Node;
  readonly decorators: readonly string[];
  /** Definitions with `@overload` before it. */
  readonly overloads: readonly Definition[];
}

interface Import {
  readonly from: string;
  readonly name: string;
  readonly as: string;
}

/** The names that a module lists in `__all__` and imports. */
export interface PythonModule {
  readonly all: ReadonlySet<string> | undefined;
  readonly imports: readonly Import[];
}

export const isPublicName = (name: string): boolean => !name.startsWith('_');

/** Reads the definitions of a block in their order. A name that is defined again keeps its first definition. */
export const readModule = (block: Node): PythonModule & { readonly definitions: readonly Definition[] } => {
  const all: string[] = [];
  let isListed = false;
  const imports: Import[] = [];
  const found = new Map<string, Definition>();
  const waiting = new Map<string, Definition[]>();
  for (const statement of statementsOf(block)) {
    if (statement.type === 'import_from_statement') imports.push(...importsOf(statement));
    const assignment = statement.type === 'expression_statement' ? statement.namedChild(0) : null;
    if (assignment && /^(?:augmented_)?assignment$/.test(assignment.type)) {
      const name = assignment.childForFieldName('left')?.text ?? '';
      const value = assignment.childForFieldName('right');
      if (name === '__all__' && value) {
        isListed = true;
        all.push(...stringsIn(value));
      } else if (/^[A-Z][A-Z0-9_]*$/.test(name) && value && !found.has(name))
        found.set(name, { name, node: assignment, decorators: [], overloads: [] });
    }
    const definition = definitionOf(statement);
    if (!definition) continue;
    const { name } = definition;
    if (definition.decorators.some((decorator) => /^@(?:\w+\.)?overload$/.test(decorator)))
      waiting.set(name, [...(waiting.get(name) ?? []), definition]);
    else if (!found.has(name)) found.set(name, { ...definition, overloads: waiting.get(name) ?? [] });
  }
  return { all: isListed ? new Set(all) : undefined, imports, definitions: [...found.values()] };
};

/** The statements of a block, and of the conditions and attempts around statements. */
const statementsOf = (block: Node): readonly Node[] =>
  childrenOf(block).flatMap((statement) => {
    if (!/^(?:if_statement|try_statement)$/.test(statement.type)) return [statement];
    if (/__name__/.test(statement.childForFieldName('condition')?.text ?? '')) return [];
    const blocks = childrenOf(statement).flatMap((child) =>
      child.type === 'block' ? [child] : childrenOf(child).filter(({ type }) => type === 'block'),
    );
    return blocks.flatMap((inner) => childrenOf(inner));
  });

const definitionOf = (statement: Node): Definition | undefined => {
  const isDecorated = statement.type === 'decorated_definition';
  const node = isDecorated ? statement.childForFieldName('definition') : statement;
  const name = node?.childForFieldName('name')?.text;
  if (!node || name === undefined || !/^(?:function|class)_definition$/.test(node.type)) return undefined;
  const decorators = isDecorated
    ? childrenOf(statement)
        .filter(({ type }) => type === 'decorator')
        .map(({ text }) => text)
    : [];
  return { name, node, decorators, overloads: [] };
};

const importsOf = (statement: Node): readonly Import[] => {
  const from = statement.childForFieldName('module_name')?.text ?? '';
  return statement.childrenForFieldName('name').flatMap((item): readonly Import[] => {
    if (!item) return [];
    const name = item.childForFieldName('name')?.text ?? item.text;
    return [{ from, name, as: item.childForFieldName('alias')?.text ?? name }];
  });
};

const stringsIn = (node: Node): readonly string[] =>
  node
    .descendantsOfType('string_content')
    .flatMap((found) => (found ? [found.text] : []))
    .filter((text) => /^\w+$/.test(text));
