import type {
  MethodSignatureDeclaration,
  Node,
  PropertySignatureDeclaration,
  SourceFile,
} from 'typescript/unstable/ast';
import { SyntaxKind } from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isClassDeclaration,
  isFunctionExpression,
  isFunctionTypeNode,
  isInterfaceDeclaration,
  isMethodDeclaration,
  isMethodSignatureDeclaration,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isPropertySignatureDeclaration,
  isShorthandPropertyAssignment,
  isSourceFile,
  isSpreadAssignment,
} from 'typescript/unstable/ast/is';
import { SymbolFlags } from 'typescript/unstable/sync';
import type { Checker, Symbol as TypeScriptSymbol } from 'typescript/unstable/sync';
import { partsOf } from './parts.ts';
import type { Part } from './parts.ts';
import { nameOf } from './code-places.ts';

/** Finds the parts that a name stands for. A method of an interface stands for all that implement it. */
export type ResolveNames = (names: readonly Node[]) => readonly (readonly Part[])[];

/** Resolves names in these files to the parts of them. Names of other packages have none. */
export const createResolver = (files: readonly SourceFile[], checker: Checker): ResolveNames => {
  const parts = new Set<Node>(files.flatMap(partsOf));
  const paths = new Set(files.map(({ path }) => path));
  const members = findMembers(files);
  const known = new Map<number, readonly Part[]>();

  const partOf = (node: Node): Part | undefined => {
    for (let at = node; !isSourceFile(at); at = at.parent) if (parts.has(at)) return at;
    return undefined;
  };

  const typeOf = (owner: Node) => {
    const symbol = checker.getSymbolAtLocation((owner as { name?: Node }).name ?? owner);
    return symbol && checker.getDeclaredTypeOfSymbol(symbol);
  };

  /** The methods of classes that fit an interface, and functions of this name in object literals. */
  const implementers = (declaration: PropertySignatureDeclaration | MethodSignatureDeclaration): readonly Part[] => {
    const isFunction = isMethodSignatureDeclaration(declaration) || isFunctionTypeNode(declaration.type ?? declaration);
    if (!isFunction || !isInterfaceDeclaration(declaration.parent)) return [];
    const wanted = typeOf(declaration.parent);
    return (members.get(nameOf(declaration.name)) ?? []).flatMap((member) => {
      if (isClassDeclaration(member.parent)) {
        const own = typeOf(member.parent);
        if (wanted && own && !checker.isTypeAssignableTo(own, wanted)) return [];
      } else if (!isCallable(member) || !hasMembers(member.parent, declaration.parent)) return [];
      const part = partOf(member);
      return part ? [part] : [];
    });
  };

  const partsOfSymbol = (given: TypeScriptSymbol): readonly Part[] => {
    const found = known.get(given.id);
    if (found) return found;
    const symbol = (given.flags & SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(given) : given;
    const declarations = symbol.declarations
      .filter(({ path, kind }) => paths.has(path) && kind !== SyntaxKind.SourceFile)
      .flatMap((handle) => handle.resolve() ?? []);
    const standsFor = declarations.flatMap((declaration): readonly Part[] => {
      if (isMethodSignatureDeclaration(declaration) || isPropertySignatureDeclaration(declaration))
        return implementers(declaration);
      // Reading a value from an object runs nothing.
      if (isObjectLiteralExpression(declaration.parent) && !isCallable(declaration)) return [];
      const part = partOf(declaration);
      return part ? [part] : [];
    });
    known.set(given.id, standsFor);
    return standsFor;
  };

  const resolved = new Map<Node, readonly Part[]>();
  return (names) => {
    const fresh = names.filter((name) => !resolved.has(name));
    const symbols = checker.getSymbolAtLocation(fresh);
    for (const [at, name] of fresh.entries()) {
      const symbol = isShorthandPropertyAssignment(name.parent)
        ? checker.getShorthandAssignmentValueSymbol(name.parent)
        : symbols[at];
      resolved.set(name, symbol ? partsOfSymbol(symbol) : []);
    }
    return names.map((name) => resolved.get(name) ?? []);
  };
};

/** The members of classes and object literals, by their names. */
const findMembers = (files: readonly SourceFile[]): ReadonlyMap<string, readonly Node[]> => {
  const members = new Map<string, Node[]>();
  const visit = (node: Node): void => {
    const { name } = node as { name?: Node };
    if (name && (isClassDeclaration(node.parent) || isObjectLiteralExpression(node.parent)))
      members.set(nameOf(name), [...(members.get(nameOf(name)) ?? []), node]);
    node.forEachChild(visit);
  };
  files.forEach(visit);
  return members;
};

const isCallable = (member: Node): boolean =>
  isMethodDeclaration(member) ||
  (isPropertyAssignment(member) && (isArrowFunction(member.initializer) || isFunctionExpression(member.initializer)));

/** Whether an object literal has every required member of an interface. One with a spread may have more than it shows. */
const hasMembers = (literal: Node, wanted: Node): boolean => {
  const own = new Set<string>();
  let isOpen = false;
  literal.forEachChild((member) => {
    isOpen ||= isSpreadAssignment(member);
    const { name } = member as { name?: Node };
    if (name) own.add(nameOf(name));
  });
  if (isOpen) return true;
  let isComplete = true;
  wanted.forEachChild((member) => {
    const { name, questionToken } = member as { name?: Node; questionToken?: Node };
    const isMember = isMethodSignatureDeclaration(member) || isPropertySignatureDeclaration(member);
    if (isMember && name && questionToken === undefined && !own.has(nameOf(name))) isComplete = false;
  });
  return isComplete;
};
