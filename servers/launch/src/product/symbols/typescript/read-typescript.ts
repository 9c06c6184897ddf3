import type { ClassDeclaration, Node } from 'typescript/unstable/ast';
import {
  isClassDeclaration,
  isFunctionDeclaration,
  isMethodDeclaration,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { API, SymbolFlags } from 'typescript/unstable/sync';
import type { Checker, Symbol as TypeScriptSymbol } from 'typescript/unstable/sync';
import { cite } from '../../locate.ts';
import { createLines, mostSymbols } from '../symbol.ts';
import type { ProductCode, ProductSymbol } from '../symbol.ts';
import { docCommentIn, docToMarkdown, isInternal } from './doc-comment.ts';
import { membersOf, signatureOf } from './signature.ts';
import type { Signature } from './signature.ts';
import { configPath, createVirtualFiles, root } from './virtual-files.ts';

/**
 * Reads what users of a TypeScript or JavaScript product can import, with the types that the compiler knows. The
 * compiler runs as a process of its own; its calls block this one.
 */
export const readTypeScript = ({ files, entries, name }: ProductCode): readonly ProductSymbol[] => {
  const modules = entries.length > 0 ? entries : [...files.keys()];
  const api = new API({ cwd: root, fs: createVirtualFiles(files, modules) });
  try {
    const project = api.updateSnapshot({ openProjects: [configPath] }).getProjects()[0];
    if (!project) return [];
    const found = new Map<string, ProductSymbol>();
    for (const entry of modules) {
      const file = project.program.getSourceFile(`${root}/${entry}`);
      const module = file && project.checker.getSymbolAtLocation(file);
      const about = { checker: project.checker, module: entries.length > 0 ? name : moduleName(entry, name) };
      for (const symbol of module ? exportsOf(module, about) : []) {
        if (found.size >= mostSymbols) break;
        const key = entries.length > 0 ? symbol.name : `${symbol.module} ${symbol.name}`;
        if (!found.has(key)) found.set(key, symbol);
      }
    }
    return [...found.values()];
  } finally {
    api.close();
  }
};

interface About {
  readonly checker: Checker;
  readonly module: string;
}

const exportsOf = (module: TypeScriptSymbol, about: About, prefix = ''): readonly ProductSymbol[] =>
  about.checker.getExportsOfModule(module).flatMap((exported) => {
    const isAlias = (exported.flags & SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? about.checker.getAliasedSymbol(exported) : exported;
    if (about.checker.isUnknownSymbol(symbol)) return [];
    return symbolOf(symbol, exported.name, about, prefix);
  });

const symbolOf = (
  symbol: TypeScriptSymbol,
  exported: string,
  about: About,
  prefix: string,
): readonly ProductSymbol[] => {
  const nodes = symbol.declarations.flatMap((handle) => handle.resolve() ?? []).filter(isOfProduct);
  const local = nodes.map(localName).find((name) => name !== undefined);
  const name = prefix + (exported === 'default' ? (local ?? 'default') : exported);
  if ((symbol.flags & SymbolFlags.ValueModule) !== 0 && prefix === '') return exportsOf(symbol, about, `${name}.`);
  const shown = withoutImplementation(nodes);
  const [first] = shown;
  if (!first) return [];
  const docs = nodes.map((node) => docOf(node));
  const doc = docs.find((found) => found !== undefined);
  const signatures = shown.flatMap((node) => signatureOf(node, name.slice(prefix.length), about.checker) ?? []);
  if (signatures.length === 0 || docs.some(isInternal)) return [];
  const made = write(first, { name, doc, signatures, about, isDefault: exported === 'default' });
  const members = nodes.filter(isClassDeclaration).flatMap((node) => methodsOf(node, name, about));
  return [made, ...members];
};

const isOfProduct = (node: Node): boolean => node.getSourceFile().fileName.startsWith(`${root}/`);

const localName = (node: Node): string | undefined =>
  (node as { readonly name?: { readonly text?: string } }).name?.text;

/** Overloads describe a function; its implementation is not part of them. */
const withoutImplementation = (nodes: readonly Node[]): readonly Node[] => {
  const overloads = nodes.filter((node) => isFunctionDeclaration(node) && !node.body);
  return overloads.length > 0 ? nodes.filter((node) => !isFunctionDeclaration(node) || !node.body) : nodes;
};

/** The statement of a declaration, which follows its comment. */
const statementOf = (node: Node): Node => (isVariableDeclaration(node) ? node.parent.parent : node);

const docOf = (node: Node) => {
  const statement = statementOf(node);
  return docCommentIn(statement.getSourceFile().text, statement.pos, statement.getStart());
};

interface Written {
  readonly name: string;
  readonly doc: ReturnType<typeof docOf>;
  readonly signatures: readonly Signature[];
  readonly about: About;
  readonly isDefault?: boolean;
}

const write = (node: Node, { name, doc, signatures, about, isDefault = false }: Written): ProductSymbol => {
  const file = node.getSourceFile();
  const path = file.fileName.slice(root.length + 1);
  const lineAt = createLines(file.text);
  const own = signatures.map(({ text }) => text).join('\n');
  // Comments and white space after a signature are not part of it.
  const end = Math.max(...signatures.slice(0, 1).map((signature) => signature.end));
  const last = file.text.slice(0, end).trimEnd().length;
  return {
    name,
    kind: signatures[0]?.kind ?? 'constant',
    signature: isDefault ? `export default ${own}` : own,
    doc: doc === undefined ? '' : docToMarkdown(doc.text),
    module: about.module,
    source: cite(path, lineAt(statementOf(node).getStart()), lineAt(Math.max(last - 1, 0))),
    ...(doc && { doc_source: cite(path, lineAt(doc.start), lineAt(doc.end - 1)) }),
  };
};

/** Methods with a comment get an entry of their own; the class lists all of them. */
const methodsOf = (node: ClassDeclaration, owner: string, about: About): readonly ProductSymbol[] => {
  const methods = membersOf(node, about.checker).filter(({ node: member }) => isMethodDeclaration(member));
  const names = new Set(methods.map(({ name }) => name));
  return [...names].flatMap((name) => {
    const own = methods.filter((method) => method.name === name);
    const doc = own.map((method) => docOf(method.node)).find((found) => found !== undefined);
    const [first] = own;
    if (!doc || !first) return [];
    const signatures = own.map(({ text, node: member }) => ({ kind: 'method', text, end: endOf(member) }));
    return [write(first.node, { name: `${owner}.${name}`, doc, signatures, about })];
  });
};

const endOf = (member: Node): number => (isMethodDeclaration(member) && member.body ? member.body.pos : member.end);

/** The name under which users know a module: its file without folders of the build and without ending. */
const moduleName = (path: string, name: string): string => {
  const plain = path.replace(/\.(?:d\.)?[cm]?[jt]sx?$/, '').replace(/^(?:src|lib|dist|source|typings|types)\//, '');
  return plain === 'index' ? name : plain.replace(/\/index$/, '');
};
