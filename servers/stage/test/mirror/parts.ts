import type { Expression, Node, SourceFile } from 'typescript/unstable/ast';
import { SyntaxKind } from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isBinaryExpression,
  isCallExpression,
  isClassDeclaration,
  isConditionalExpression,
  isConstructorDeclaration,
  isExpressionWithTypeArguments,
  isFunctionDeclaration,
  isIdentifier,
  isIfStatement,
  isInterfaceDeclaration,
  isNewExpression,
  isParenthesizedExpression,
  isPrivateIdentifier,
  isPropertyAccessExpression,
  isPropertyDeclaration,
  isTryStatement,
  isTypeNode,
  isVariableStatement,
} from 'typescript/unstable/ast/is';

/** A piece of code that runs as a whole: a function, a method, a constant, or the creation of an object of a class. */
export type Part = Node;

/** A name in a part, and the conditions under which the code around it runs. */
export interface Mention {
  readonly name: Node;
  /** `new Name()`: objects of the class exist afterwards. */
  readonly isCreation: boolean;
  /** Each condition: the value is an instance of one of these classes. */
  readonly guards: readonly Guard[];
}

/** The names of classes of a test such as `error instanceof A || error instanceof B`. */
export type Guard = readonly Expression[];

/** The parts of a file. Methods are parts of their own; a class itself is its constructor and its fields. */
export const partsOf = (file: SourceFile): readonly Part[] =>
  file.statements.flatMap((statement): readonly Part[] => {
    if (isVariableStatement(statement)) return [...statement.declarationList.declarations];
    if (isFunctionDeclaration(statement)) return [statement];
    if (isClassDeclaration(statement)) return [statement, ...statement.members.filter((member) => !isOfClass(member))];
    return [];
  });

const isOfClass = (member: Node): boolean => isConstructorDeclaration(member) || isPropertyDeclaration(member);

export interface VisitOptions {
  /** Leaves out code whose errors are caught without being looked at. */
  readonly skipsSwallowed: boolean;
}

/** Visits every name and every other node in a part, with the conditions under which they are reached. */
export const visitPart = (
  part: Part,
  options: VisitOptions,
  visit: (node: Node, guards: readonly Guard[]) => void,
): void => {
  const walk = (node: Node, guards: readonly Guard[]): void => {
    if (isTypeNode(node) || isInterfaceDeclaration(node)) return;
    if (node.parent === part && isClassDeclaration(part) && !isOfClass(node) && node.kind !== SyntaxKind.HeritageClause)
      return;
    visit(node, guards);
    const swallowing = options.skipsSwallowed ? swallowed(node) : undefined;
    if (swallowing) {
      node.forEachChild((child) => {
        if (child !== swallowing) walk(child, guards);
      });
    } else if (isIfStatement(node)) {
      walk(node.expression, guards);
      walk(node.thenStatement, [...guards, ...guardsOf(node.expression)]);
      if (node.elseStatement) walk(node.elseStatement, guards);
    } else if (isConditionalExpression(node)) {
      walk(node.condition, guards);
      walk(node.whenTrue, [...guards, ...guardsOf(node.condition)]);
      walk(node.whenFalse, guards);
    } else if (isBinaryExpression(node)) {
      walk(node.left, guards);
      const { kind } = node.operatorToken;
      // A test for a class neither creates nor calls anything of it.
      if (kind === SyntaxKind.InstanceOfKeyword) return;
      const isAnd = kind === SyntaxKind.AmpersandAmpersandToken;
      walk(node.right, isAnd ? [...guards, ...guardsOf(node.left)] : guards);
    } else
      node.forEachChild((child) => {
        walk(child, guards);
      });
  };
  walk(part, []);
};

/** The names in a part. */
export const mentionsIn = (part: Part, options: VisitOptions): readonly Mention[] => {
  const mentions: Mention[] = [];
  visitPart(part, options, (node, guards) => {
    if (!isIdentifier(node) && !isPrivateIdentifier(node)) return;
    const isNew = isNewExpression(node.parent) && node.parent.expression === node;
    // An object of a class is one of its base as well.
    mentions.push({ name: node, isCreation: isNew || isExpressionWithTypeArguments(node.parent), guards });
  });
  return mentions;
};

const guardsOf = (condition: Expression): readonly Guard[] => {
  if (isParenthesizedExpression(condition)) return guardsOf(condition.expression);
  if (!isBinaryExpression(condition)) return [];
  const { left, right, operatorToken } = condition;
  if (operatorToken.kind === SyntaxKind.InstanceOfKeyword) return [[right]];
  if (operatorToken.kind === SyntaxKind.AmpersandAmpersandToken) return [...guardsOf(left), ...guardsOf(right)];
  if (operatorToken.kind !== SyntaxKind.BarBarToken) return [];
  const [one, other] = [guardsOf(left), guardsOf(right)];
  return one.length === 1 && other.length === 1 ? [[...(one[0] ?? []), ...(other[0] ?? [])]] : [];
};

/** The part of a node whose errors are lost: `try … catch { }`, `….catch(() => …)`, `Promise.allSettled(…)`. */
const swallowed = (node: Node): Node | undefined => {
  if (isTryStatement(node))
    return node.catchClause && !node.catchClause.variableDeclaration ? node.tryBlock : undefined;
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return undefined;
  const [handler] = node.arguments;
  const name = node.expression.name.text;
  if (name === 'catch' && handler && isArrowFunction(handler) && handler.parameters.length === 0)
    return node.expression;
  return name === 'allSettled' ? handler : undefined;
};
