import path from 'node:path';
import type { Node, ObjectLiteralExpression, SourceFile } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isSpreadAssignment,
} from 'typescript/unstable/ast/is';
import type { Checker } from 'typescript/unstable/sync';
import { nameOf } from './code-places.ts';
import { elementsOfType, valuesOf, valuesOfType } from './code-values.ts';
import type { Values } from './code-values.ts';

/** A tool as its source declares it. */
export interface ToolDefinition {
  /** The node of the whole definition. */
  readonly node: ObjectLiteralExpression;
  readonly name: string;
  readonly errors: Values;
}

/** Functions that define a tool of a server or of a plugin. */
const definers: ReadonlySet<string> = new Set(['defineTool', 'definePluginTool']);

/** Finds the tools that a file defines, and the codes that their types allow. */
export const findTools = (file: SourceFile, checker: Checker): readonly ToolDefinition[] => {
  const tools: ToolDefinition[] = [];
  const visit = (node: Node): void => {
    const definition = isCallExpression(node) && definers.has(nameOf(node.expression)) ? node.arguments[0] : undefined;
    if (definition && isObjectLiteralExpression(definition))
      tools.push({ node: definition, name: toolName(definition, checker), errors: errorsOf(node, checker) });
    node.forEachChild(visit);
  };
  visit(file);
  return tools;
};

/** The codes by the type of the parameter, where spreads and filters have been worked out. */
const errorsOf = (call: Node, checker: Checker): Values => {
  const signature = checker.getResolvedSignature(call);
  const definition = signature && checker.getParameterType(signature, 0);
  const property = definition && checker.getPropertyOfType(definition, 'errors');
  const type = property && checker.getTypeOfSymbol(property);
  return type ? elementsOfType(type, checker) : { literals: [], isOpen: true };
};

/** The name by its type, or that of the file where a function defines several tools. */
const toolName = (definition: ObjectLiteralExpression, checker: Checker): string => {
  const property = definition.properties.find((one) => !isSpreadAssignment(one) && nameOf(one.name) === 'name');
  const file = path.basename(definition.getSourceFile().fileName);
  if (!property) return file;
  if (isPropertyAssignment(property)) return valuesOf(property.initializer, checker).literals[0] ?? file;
  const symbol = checker.getShorthandAssignmentValueSymbol(property);
  const type = symbol && checker.getTypeOfSymbol(symbol);
  return (type && valuesOfType(type, checker).literals[0]) ?? file;
};
