import type { Node } from 'oxc-parser';
import { parseCodeName } from '../code-name.ts';
import type { DeclaredCode, Unresolved } from '../facts.ts';
import { calledBy } from '../syntax/calls.ts';
import { readObject } from '../syntax/read-object.ts';
import type { Entry } from '../syntax/read-object.ts';
import { resolveTexts } from '../syntax/resolve-texts.ts';
import type { Scope } from '../syntax/scope.ts';
import { unwrap } from '../syntax/unwrap.ts';
import type { Visit } from './source.ts';

/** A call that declares codes, with the arguments that hold its namespace and its rows. */
export interface Declaration {
  readonly namespace: Node | null;
  readonly rows: Node | null;
}

/** `defineCodes(rows, { namespace })`, and `definePluginCodes` or `addAdapter` with `(namespace, rows)`, else null. */
export const readDeclaration = ({ node, scope, source }: Visit): Declaration | null => {
  if (node.type !== 'CallExpression') return null;
  const [first = null, second = null] = node.arguments;
  switch (calledBy(node, source.aliases)?.name) {
    case 'defineCodes': {
      const options = second && readObject(second, scope);
      const namespace = options?.entries.find(({ name }) => name === 'namespace')?.value ?? null;
      return { rows: first, namespace: namespace ?? (options?.complete === true ? null : second) };
    }
    case 'definePluginCodes':
    case 'addAdapter':
      return { rows: second, namespace: first };
    default:
      return null;
  }
};

/** Collects the rows of a declaration. Rows that are only known at run time are noted, not guessed. */
export const collectDeclaredCodes = (
  declaration: Declaration,
  { node, scope, source }: Visit,
): { readonly declared: readonly DeclaredCode[]; readonly unresolved: readonly Unresolved[] } => {
  const rows = declaration.rows && readObject(declaration.rows, scope);
  const namespace = declaration.namespace && readNamespace(declaration.namespace, scope);
  const declared = (rows?.entries ?? []).flatMap((entry): readonly DeclaredCode[] => {
    if (parseCodeName(entry.name)?.plugin !== null) return [];
    const { kind, reserved } = readRow(entry);
    return [{ namespace, code: entry.name, kind, reserved, owner: source.owner, place: source.place(entry.key) }];
  });
  if (rows?.complete === true) return { declared, unresolved: [] };
  const message = 'Some entries of this registry are not literals in this file, so some of its codes are unknown.';
  return {
    declared,
    unresolved: [{ rule: 'dynamic-declaration', message, owner: source.owner, place: source.place(node) }],
  };
};

const readNamespace = (node: Node, scope: Scope): string | undefined => {
  const { texts, complete } = resolveTexts(node, scope);
  return complete && texts.length === 1 ? texts[0]?.value : undefined;
};

/** A row may be the argument of a function that completes it. */
const readRow = ({ value, scope }: Entry): { readonly kind: string | null; readonly reserved: boolean } => {
  const row = unwrap(value);
  const objects = row.type === 'CallExpression' ? row.arguments : [row];
  const entries = objects.flatMap((object) => readObject(object, scope)?.entries ?? []);
  const reserved = entries.find(({ name }) => name === 'reserved');
  const kind = entries.find(({ name }) => name === 'kind');
  return {
    reserved: reserved !== undefined && isTrue(reserved.value),
    kind: kind === undefined ? null : (resolveTexts(kind.value, kind.scope).texts[0]?.value ?? null),
  };
};

const isTrue = (node: Node): boolean => {
  const value = unwrap(node);
  return value.type === 'Literal' && value.value === true;
};
