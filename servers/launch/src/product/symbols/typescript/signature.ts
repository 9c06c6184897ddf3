import { SyntaxKind } from 'typescript/unstable/ast';
import type {
  ClassDeclaration,
  ClassElement,
  FunctionDeclaration,
  Node,
  VariableDeclaration,
} from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isClassDeclaration,
  isConstructorDeclaration,
  isEnumDeclaration,
  isFunctionDeclaration,
  isFunctionExpression,
  isGetAccessorDeclaration,
  isIdentifier,
  isInterfaceDeclaration,
  isMethodDeclaration,
  isModuleDeclaration,
  isPrivateIdentifier,
  isPropertyDeclaration,
  isSetAccessorDeclaration,
  isTypeAliasDeclaration,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { SignatureKind } from 'typescript/unstable/sync';
import type { Checker } from 'typescript/unstable/sync';
import { cutSignature, indentAt, outdent } from '../symbol.ts';
import { docCommentIn, isInternal } from './doc-comment.ts';

/** A declaration as readers see it: its kind, and its text without bodies. */
export interface Signature {
  readonly kind: string;
  readonly text: string;
  /** Where the shown part ends in the file. */
  readonly end: number;
}

const longestType = 300;
const longestValue = 60;
const longestInferred = 2000;

/** Writes the signature of a declaration under the name that users import. */
export const signatureOf = (node: Node, name: string, checker: Checker): Signature | undefined => {
  const text = node.getSourceFile().text;
  const part = (from: number, to: number): string => text.slice(from, to);
  const made = (kind: string, words: string, end = node.end): Signature => ({
    kind,
    text: cutSignature(outdent(words.trim().replace(/;$/, ''), indentAt(text, node.getStart()))),
    end,
  });
  if (isFunctionDeclaration(node)) {
    const end = node.body?.pos ?? node.end;
    const star = node.asteriskToken ? '*' : '';
    const head = part(node.name?.end ?? node.parameters.pos - 1, end).trim();
    return made('function', `function${star} ${name}${head}${returned(node, checker)}`, end);
  }
  if (isVariableDeclaration(node)) return variable(node, name, checker, made);
  if (isClassDeclaration(node)) {
    const head = part(node.name?.end ?? node.members.pos - 1, node.members.pos - 1).trim();
    const isAbstract = hasModifier(node, SyntaxKind.AbstractKeyword);
    const members = membersOf(node, checker).map((member) => `  ${member.text.replaceAll('\n', '\n  ')};`);
    const body = members.length === 0 ? '' : ` {\n${members.join('\n')}\n}`;
    const space = head === '' || head.startsWith('<') ? '' : ' ';
    return made('class', `${isAbstract ? 'abstract ' : ''}class ${name}${space}${head}${body}`);
  }
  if (isInterfaceDeclaration(node)) return made('interface', `interface ${name}${part(node.name.end, node.end)}`);
  if (isTypeAliasDeclaration(node)) return made('type', `type ${name}${part(node.name.end, node.end)}`);
  if (isEnumDeclaration(node)) {
    const isConst = hasModifier(node, SyntaxKind.ConstKeyword);
    return made('enum', `${isConst ? 'const ' : ''}enum ${name}${part(node.name.end, node.end)}`);
  }
  return isModuleDeclaration(node) ? made('namespace', `namespace ${name}`) : undefined;
};

const variable = (
  node: VariableDeclaration,
  name: string,
  checker: Checker,
  made: (kind: string, words: string, end?: number) => Signature,
): Signature => {
  const { text } = node.getSourceFile();
  const { initializer: value, type } = node;
  if (type === undefined && value && (isArrowFunction(value) || isFunctionExpression(value))) {
    const open = value.typeParameters?.pos ?? value.parameters.pos;
    const from = text.lastIndexOf(value.typeParameters ? '<' : '(', open);
    const to = isArrowFunction(value) ? value.equalsGreaterThanToken.pos : value.body.pos;
    // A single parameter may have no parentheses.
    const isBare = isArrowFunction(value) && text[value.parameters.pos - 1] !== '(' && !value.typeParameters;
    const head = isBare ? `(${text.slice(value.parameters.pos, to).trim()})` : text.slice(from, to).trim();
    return made('function', `function ${name}${head}${returned(value, checker)}`, to);
  }
  const written = type && text.slice(type.getStart(), type.end);
  const short = value && text.slice(value.getStart(), value.end);
  if (written === undefined && short !== undefined && isLiteral(short))
    return made('constant', `const ${name} = ${short}`);
  // The type of a large value cannot be shown, and of a deep one it takes minutes to infer.
  if (written === undefined && (short?.length ?? 0) > longestInferred)
    return made('constant', `const ${name}`, node.name.end);
  const inferred = checker.getTypeAtLocation(node);
  const isCallable = inferred && checker.getSignaturesOfType(inferred, SignatureKind.Call).length > 0;
  const kind = isCallable ? 'function' : 'constant';
  return made(kind, `const ${name}${typed(written ?? typeOf(node, checker))}`, type?.end ?? node.name.end);
};

/** A value that says more than its type. */
const isLiteral = (text: string): boolean =>
  text.length <= longestValue && /^(?:-?[\d.][\w.]*|'[^'\n]*'|"[^"\n]*"|`[^`$\n]*`|true|false|null)$/.test(text);

const typed = (type: string | undefined): string => (type === undefined ? '' : `: ${type}`);

/** The type that the compiler infers. Undefined if it is unknown or too long to be read. */
const typeOf = (node: Node, checker: Checker): string | undefined => {
  const type = checker.getTypeAtLocation(node);
  return type && named(checker.typeToString(type));
};

const returned = (node: Node & { readonly type?: Node | undefined }, checker: Checker): string => {
  if (node.type) return '';
  const signature = checker.getSignatureFromDeclaration(node);
  const type = signature && checker.getReturnTypeOfSignature(signature);
  return typed(type && named(checker.typeToString(type)));
};

/** The compiler cuts long types: to write them whole can take minutes. */
const isCut = /\.\.\.(?![\w$[{(])/;

/** The compiler names the file of a type that is not in scope; its users import it from the product. */
const named = (written: string): string | undefined => {
  const type = written.replaceAll(/import\("[^"\n]*"\)\./g, '');
  return type === 'any' || type === 'error' || type.length > longestType || isCut.test(type) ? undefined : type;
};

/** A member that users can reach, with its text and its node. */
export interface Member {
  readonly name: string;
  readonly text: string;
  readonly node: ClassElement;
}

/** The public members of a class in their order. Members that end or start with an underscore are internal by habit. */
export const membersOf = (node: ClassDeclaration, checker: Checker): readonly Member[] => {
  const { text } = node.getSourceFile();
  const overloaded = new Set(
    node.members.flatMap((member) => (isMethodDeclaration(member) && !member.body ? [nameOf(member)] : [])),
  );
  return node.members.flatMap((member): readonly Member[] => {
    const name = nameOf(member);
    if (name === undefined || isHidden(member, name)) return [];
    // An implementation is not part of the overloads.
    if (isMethodDeclaration(member) && member.body && overloaded.has(name)) return [];
    const words = memberText(member, text, checker);
    return words === undefined ? [] : [{ name, text: words, node: member }];
  });
};

const isHidden = (member: ClassElement, name: string): boolean =>
  /^_|_$|^#/.test(name) ||
  [SyntaxKind.PrivateKeyword, SyntaxKind.ProtectedKeyword].some((kind) => hasModifier(member, kind)) ||
  isInternal(docCommentIn(member.getSourceFile().text, member.pos, member.getStart()));

const nameOf = (member: ClassElement): string | undefined => {
  if (isConstructorDeclaration(member)) return 'constructor';
  const { name } = member as ClassElement & { readonly name?: Node };
  if (name && isPrivateIdentifier(name)) return undefined;
  return name && isIdentifier(name) ? name.text : undefined;
};

const memberText = (member: ClassElement, text: string, checker: Checker): string | undefined => {
  const words = (to: number): string =>
    outdent(text.slice(member.getStart(), to).trim(), indentAt(text, member.getStart()))
      .replace(/;$/, '')
      .replaceAll(/^(?:(?:public|async|override|declare) )+/g, '');
  if (isPropertyDeclaration(member)) {
    const type = member.type ? '' : typed(typeOf(member, checker));
    return words(member.type?.end ?? member.postfixToken?.end ?? member.name.end) + type;
  }
  if (isMethodDeclaration(member) || isGetAccessorDeclaration(member))
    return words(member.body?.pos ?? member.end) + returned(member, checker);
  if (isConstructorDeclaration(member)) return words(member.body?.pos ?? member.end);
  return isSetAccessorDeclaration(member) ? words(member.body?.pos ?? member.end) : undefined;
};

const hasModifier = (node: Node, kind: SyntaxKind): boolean =>
  ((node as Partial<FunctionDeclaration>).modifiers ?? []).some((modifier) => modifier.kind === kind);
