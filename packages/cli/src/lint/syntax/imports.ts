import type { Node, Program } from 'oxc-parser';
import { findScope } from './scope.ts';
import type { Scope, Scopes } from './scope.ts';
import { keyOf } from './text-of.ts';
import { unwrap } from './unwrap.ts';

/** Where a local name comes from, and what it is called there. */
export interface Import {
  readonly module: string;
  readonly name: string;
}

/** By local name: what a file imports by name. */
export type Imports = ReadonlyMap<string, Import>;

export const readImports = (program: Program): Imports => {
  const imports = new Map<string, Import>();
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration') continue;
    for (const specifier of statement.specifiers) {
      if (specifier.type !== 'ImportSpecifier') continue;
      const name = keyOf({ key: specifier.imported, computed: false });
      if (name !== null) imports.set(specifier.local.name, { module: statement.source.value, name });
    }
  }
  return imports;
};

interface ImportingFile {
  readonly program: Program;
  readonly imports: Imports;
  readonly scopes: Scopes;
}

/** The import that an expression names; null for anything else, and for a name that is bound again on the way. */
export const importOf = (node: Node, scope: Scope, { program, imports, scopes }: ImportingFile): Import | null => {
  const name = unwrap(node);
  if (name.type !== 'Identifier' || findScope(name.name, scope) !== scopes.get(program)) return null;
  return imports.get(name.name) ?? null;
};
