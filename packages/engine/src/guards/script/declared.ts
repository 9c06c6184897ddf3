import { childrenOf, identifierName, nodeAt, nodesAt, targetNames } from './node.ts';
import type { ScriptNode } from './node.ts';

/** The names that a piece of code declares, and the scope around it. */
interface Scope {
  readonly names: ReadonlySet<string>;
  readonly around: Scope | undefined;
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const classes = new Set(['ClassDeclaration', 'ClassExpression']);
/** Code with variables of its own: a `var` inside is not seen outside. */
const variableScopes = new Set([...functions, 'StaticBlock']);
const loops = new Set(['ForStatement', 'ForInStatement', 'ForOfStatement']);

/**
 * Finds the identifiers of a program that mean something it declares itself. Any other means a global of the place where
 * the code runs. In doubt an identifier counts as global: a function in a block is not seen outside of it.
 */
export const findDeclared = (program: ScriptNode): ReadonlySet<ScriptNode> => {
  const declared = new Set<ScriptNode>();
  const visitChildren = (node: ScriptNode, scope: Scope): void => {
    for (const [, child] of childrenOf(node)) visit(child, scope);
  };
  const visit = (node: ScriptNode, scope: Scope): void => {
    if (node.type === 'Identifier') {
      if (isSeen(String(node['name']), scope)) declared.add(node);
    } else if (functions.has(node.type)) visitFunction(node, scope);
    else if (node.type === 'SwitchStatement') visitSwitch(node, scope);
    else visitChildren(node, inside(scope, ownNames(node)));
  };
  /** The value that is switched on does not see the names of the cases. */
  const visitSwitch = (node: ScriptNode, scope: Scope): void => {
    const cases = nodesAt(node, 'cases');
    const within = inside(scope, lexicalNames(cases.flatMap((one) => nodesAt(one, 'consequent'))));
    for (const [field, child] of childrenOf(node)) visit(child, field === 'cases' ? within : scope);
  };
  /** The body declares names that the defaults of parameters do not see. */
  const visitFunction = (node: ScriptNode, scope: Scope): void => {
    const id = nodeAt(node, 'id');
    const parameters = nodesAt(node, 'params');
    const named = inside(scope, id ? targetNames(id) : []);
    const called = inside(named, parameters.flatMap(targetNames));
    if (id) visit(id, named);
    for (const parameter of parameters) visit(parameter, called);
    const body = nodeAt(node, 'body');
    if (body) visit(body, inside(called, variablesIn(body)));
  };
  visit(program, { names: new Set(variablesIn(program)), around: undefined });
  return declared;
};

const inside = (scope: Scope, names: readonly string[]): Scope =>
  names.length === 0 ? scope : { names: new Set(names), around: scope };

const isSeen = (name: string, { names, around }: Scope): boolean =>
  names.has(name) || (around !== undefined && isSeen(name, around));

/** The names that are seen in all of a node, and only there. */
const ownNames = (node: ScriptNode): readonly string[] => {
  if (classes.has(node.type)) return targetNames(nodeAt(node, 'id'));
  if (node.type === 'CatchClause') return targetNames(nodeAt(node, 'param'));
  if (node.type === 'StaticBlock') return [...lexicalNames(nodesAt(node, 'body')), ...variablesIn(node)];
  if (node.type === 'Program' || node.type === 'BlockStatement') return lexicalNames(nodesAt(node, 'body'));
  if (!loops.has(node.type)) return [];
  const head = nodeAt(node, 'init') ?? nodeAt(node, 'left');
  return head ? lexicalNames([head]) : [];
};

/** The names of the functions, classes and variables that a list of statements declares itself. */
const lexicalNames = (statements: readonly ScriptNode[]): readonly string[] =>
  statements.flatMap((statement) => {
    if (statement.type === 'VariableDeclaration') return declaratorNames(statement);
    const isNamed = statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration';
    return isNamed ? [identifierName(nodeAt(statement, 'id')) ?? ''] : [];
  });

/** The names of every `var` in a node, at any depth, but not inside functions. */
const variablesIn = (node: ScriptNode): readonly string[] => {
  const names: string[] = [];
  const collect = (from: ScriptNode): void => {
    for (const [, child] of childrenOf(from)) {
      if (child.type === 'VariableDeclaration' && child['kind'] === 'var') names.push(...declaratorNames(child));
      if (!variableScopes.has(child.type)) collect(child);
    }
  };
  collect(node);
  return names;
};

const declaratorNames = (declaration: ScriptNode): readonly string[] =>
  nodesAt(declaration, 'declarations').flatMap((one) => targetNames(nodeAt(one, 'id')));
