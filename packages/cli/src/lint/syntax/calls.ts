import type { CallExpression, Node, Program } from 'oxc-parser';
import { keyOf, memberOf } from './text-of.ts';
import { unwrap } from './unwrap.ts';
import { walk } from './walk.ts';

/** The name by which a function is called, whatever object it is a member of. */
export interface Called {
  readonly name: string;
  /** The last name of that object, null for a plain call. */
  readonly receiver: string | null;
}

/** Local names of functions that were renamed on their way here. */
export type Aliases = ReadonlyMap<string, string>;

export const calledBy = (call: CallExpression, aliases: Aliases): Called | null => {
  const callee = unwrap(call.callee);
  if (callee.type === 'Identifier') return { name: aliases.get(callee.name) ?? callee.name, receiver: null };
  const name = memberOf(callee);
  if (name === null || callee.type !== 'MemberExpression') return null;
  return { name, receiver: lastNameOf(unwrap(callee.object)) };
};

const lastNameOf = (node: Node): string => {
  let last = node;
  while (last.type === 'CallExpression') last = unwrap(last.callee);
  return last.type === 'Identifier' ? last.name : (memberOf(last) ?? '');
};

/** Finds `import { fail as refuse }`, `const { fail: refuse } = …` and `const refuse = call.fail`. */
export const readAliases = (program: Program, names: ReadonlySet<string>): Aliases => {
  const aliases = new Map<string, string>();
  const add = (local: Node, name: string | null): void => {
    if (local.type === 'Identifier' && name !== null && names.has(name)) aliases.set(local.name, name);
  };
  walk(program, null, (node) => {
    if (node.type === 'ImportSpecifier') add(node.local, keyOf({ key: node.imported, computed: false }));
    if (node.type === 'VariableDeclarator' && node.init) add(node.id, memberOf(unwrap(node.init)));
    if (node.type === 'ObjectPattern') {
      for (const property of node.properties) {
        if (property.type === 'Property') add(property.value, keyOf(property));
      }
    }
    return null;
  });
  return aliases;
};
