import type { Expression, Node, SourceFile } from 'typescript/unstable/ast';
import { SyntaxKind } from 'typescript/unstable/ast';
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isBinaryExpression,
  isCallExpression,
  isExpression,
  isIdentifier,
  isNewExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { TypeFlags } from 'typescript/unstable/sync';
import type { Checker, Type } from 'typescript/unstable/sync';
import { membersOf, namesCode, valuesOf } from './code-values.ts';
import type { Values } from './code-values.ts';

/** An expression where a code is expected, and the codes that it can be. */
export interface CodePlace {
  readonly node: Expression;
  readonly values: Values;
  /** Whether a failure is made with the code. Otherwise it is declared, passed on or compared. */
  readonly makesFailure: boolean;
}

/** Functions whose first argument is the code of a new failure, whatever type they declare. */
const maker = /^(?:fail|warn|make\w*(?:Error|Failure))$/u;

/** A word that looks like a code, with the namespace of a plugin or without. */
const codeShape = /^(?:[a-z][a-z0-9-]*\.)?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/u;

/** Finds the places of a file where a code is expected, by the names of functions and by types. */
export const findCodePlaces = (
  file: SourceFile,
  checker: Checker,
  codes: ReadonlySet<string>,
): readonly CodePlace[] => {
  const slots = findSlots(file);
  const types = checker.getTypeAtLocation(slots.map(({ node }) => node));
  return slots.flatMap(({ node, role }, at): readonly CodePlace[] => {
    const type = types[at];
    const isMade = role === 'made';
    if (!isMade && !(type && mayBeText(type))) return [];
    const context = isMade ? undefined : checker.getContextualType(node);
    const isExpected = isMade || (context !== undefined && namesCode(context, codes));
    if (!isExpected && role !== 'property') return [];
    const values = valuesOf(node, checker);
    if (isExpected) return [{ node, values, makesFailure: isMade || role === 'property' }];
    // A property `code` of another kind, such as the code of a program, is not a finding.
    const literals = values.literals.filter((literal) => codeShape.test(literal));
    return literals.length > 0 ? [{ node, values: { literals, isOpen: false }, makesFailure: true }] : [];
  });
};

interface Slot {
  readonly node: Expression;
  /** The code of a new failure, a property `code`, or any other value that has an expected type. */
  readonly role: 'made' | 'property' | 'value';
}

/** The expressions that are given to something with a type of its own. */
const findSlots = (file: SourceFile): readonly Slot[] => {
  const slots: Slot[] = [];
  const add = (node: Node | undefined, role: Slot['role'] = 'value'): void => {
    // A list is not a code, its elements may be. The compiler cannot describe the types of some tuples.
    if (node && isExpression(node) && !isArrayLiteralExpression(node)) slots.push({ node, role });
  };
  const visit = (node: Node): void => {
    if (isCallExpression(node) || isNewExpression(node)) {
      const makes = maker.test(nameOf(node.expression));
      node.arguments?.forEach((argument, index) => add(argument, makes && index === 0 ? 'made' : 'value'));
    } else if (isPropertyAssignment(node)) add(node.initializer, nameOf(node.name) === 'code' ? 'property' : 'value');
    else if (isArrayLiteralExpression(node)) for (const element of node.elements) add(element);
    else if (isReturnStatement(node)) add(node.expression);
    else if (isArrowFunction(node)) add(node.body);
    else if (isVariableDeclaration(node) && node.type) add(node.initializer);
    else if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.EqualsToken) add(node.right);
    node.forEachChild(visit);
  };
  visit(file);
  return slots;
};

/** The name by which a function is called, or that of a property. */
export const nameOf = (node: Node): string =>
  isIdentifier(node) ? node.text : isPropertyAccessExpression(node) ? nameOf(node.name) : '';

const mayBeText = (type: Type): boolean =>
  (type.flags & (TypeFlags.StringLike | TypeFlags.Instantiable | TypeFlags.AnyOrUnknown)) !== 0 ||
  ((type.isUnionType() || type.isIntersectionType()) && membersOf(type).some(mayBeText));
