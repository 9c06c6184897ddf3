import type { Node } from 'web-tree-sitter';
import { cite } from '../../locate.ts';
import { childrenOf, firstLine, lastLine, openGrammar } from '../../tree-sitter.ts';
import { cutSignature, mostSymbols, outdent } from '../symbol.ts';
import type { ProductCode, ProductSymbol } from '../symbol.ts';
import { docstringToMarkdown } from './docstring.ts';
import { moduleNames } from './module-names.ts';
import { isPublicName, readModule } from './read-module.ts';
import type { Definition, PythonModule } from './read-module.ts';

/** Reads what users of a Python product can import: the public names of its modules, and what packages re-export. */
export const readPython = async (code: ProductCode): Promise<readonly ProductSymbol[]> => {
  const withTree = await openGrammar('python');
  const names = moduleNames(code);
  const modules = new Map<string, PythonModule>();
  const written = new Map<string, readonly ProductSymbol[]>();
  for (const [path, module] of names) {
    const read = withTree(code.files.get(path) ?? '', (root) => {
      const found = readModule(root);
      const symbols = [
        ...moduleDoc(root, module, path),
        ...found.definitions.flatMap((definition) => symbolsOf(definition, { path, module })),
      ];
      // Nodes end with their tree, so only strings are kept.
      const { all, imports } = found;
      return { all, imports, names: found.definitions.map(({ name }) => name), symbols };
    });
    if (!read) continue;
    modules.set(module, read);
    written.set(module, read.symbols);
  }
  return publicSymbols(modules, written).slice(0, mostSymbols);
};

const publicSymbols = (
  modules: ReadonlyMap<string, PythonModule>,
  written: ReadonlyMap<string, readonly ProductSymbol[]>,
): readonly ProductSymbol[] => {
  const moved = new Map<string, string>();
  const isPublic = (module: string): boolean => !module.split('.').some((part) => part.startsWith('_'));
  // A package offers what it imports from its own modules.
  for (const [module, { imports, all }] of modules) {
    if (!isPublic(module)) continue;
    for (const { from, name, as } of imports) {
      const isOffered = all ? all.has(as) : isPublicName(as);
      const key = `${resolveImport(module, from, modules)} ${name}`;
      if (isOffered && !moved.has(key)) moved.set(key, `${module} ${as}`);
    }
  }
  return [...written].flatMap(([module, symbols]) =>
    symbols.flatMap((symbol) => {
      const [owner = '', ...rest] = symbol.name.split('.');
      const target = moved.get(`${module} ${owner}`);
      const all = modules.get(module)?.all;
      const isOwn = isPublic(module) && (symbol.kind === 'module' || (all ? all.has(owner) : isPublicName(owner)));
      // A public module keeps its names; those of a private one are known only under the package that offers them.
      if (isOwn && (target === undefined || !isReexport(target, module))) return [symbol];
      if (target === undefined) return isOwn ? [symbol] : [];
      const [home = '', as = owner] = target.split(' ');
      return [{ ...symbol, name: [as, ...rest].join('.'), module: home }];
    }),
  );
};

/** True if the name moves up to a package that contains the module. */
const isReexport = (target: string, module: string): boolean => module.startsWith(`${target.split(' ')[0]}.`);

const resolveImport = (module: string, from: string, modules: ReadonlyMap<string, PythonModule>): string => {
  const [, dots = '', rest = ''] = /^(\.*)(.*)$/.exec(from) ?? [];
  if (dots === '') return from;
  const isPackage = [...modules.keys()].some((name) => name.startsWith(`${module}.`));
  const parts = module.split('.');
  const base = parts.slice(0, parts.length - dots.length + (isPackage ? 1 : 0));
  return [...base, ...(rest === '' ? [] : [rest])].join('.');
};

interface Place {
  readonly path: string;
  readonly module: string;
}

const moduleDoc = (root: Node, module: string, path: string): readonly ProductSymbol[] => {
  const doc = docOf(root);
  if (!doc) return [];
  const source = cite(path, doc.start, doc.end);
  return [
    { name: module, kind: 'module', signature: `import ${module}`, doc: doc.text, module, source, doc_source: source },
  ];
};

const symbolsOf = (definition: Definition, place: Place, owner?: string): readonly ProductSymbol[] => {
  const { name, node, overloads } = definition;
  const isClass = node.type === 'class_definition';
  const isValue = node.type === 'assignment';
  const body = node.childForFieldName('body');
  const head = headOf(definition);
  const last = isValue ? lastLine(node) : firstLine(node) + head.lines - 1;
  const doc = isValue || !body ? undefined : docOf(body);
  const decorated = definition.decorators.map((decorator) => `${decorator}\n`).join('');
  const own: ProductSymbol = {
    name: owner === undefined ? name : `${owner}.${name}`,
    kind: kindOf(definition, owner),
    signature: cutSignature(
      (overloads.length > 0 ? overloads.map((each) => headOf(each).text).join('\n') : decorated + head.text) +
        (isClass && body ? fieldsOf(definition, body) : ''),
    ),
    doc: doc?.text ?? '',
    module: place.module,
    source: cite(place.path, firstLine(node), last),
    ...(doc && { doc_source: cite(place.path, doc.start, doc.end) }),
  };
  if (!isClass || !body || owner !== undefined) return [own];
  const methods = readModule(body).definitions.filter(
    (member) => isPublicName(member.name) && member.node.type === 'function_definition',
  );
  return [own, ...methods.flatMap((method) => symbolsOf(method, place, name))];
};

const headOf = ({ node }: Pick<Definition, 'node'>): { readonly text: string; readonly lines: number } => {
  if (node.type === 'assignment') return { text: valueOf(node), lines: 1 };
  const end = (node.childForFieldName('body')?.startIndex ?? node.endIndex) - node.startIndex;
  // Comments between the head and the body belong to neither.
  const head = node.text
    .slice(0, end)
    .replace(/:\s*(?:#[^\n]*\s*)*$/, '')
    .trimEnd();
  return { text: outdent(head, ' '.repeat(node.startPosition.column)), lines: head.split('\n').length };
};

const mostValueLines = 12;

/** An assignment, or its name and type where the value is too long to be read. */
const valueOf = (node: Node): string => {
  const text = outdent(node.text, ' '.repeat(node.startPosition.column));
  const type = node.childForFieldName('type');
  const name = node.childForFieldName('left')?.text ?? '';
  return text.split('\n').length <= mostValueLines ? text : type ? `${name}: ${type.text}` : name;
};

const kindOf = ({ node, decorators }: Definition, owner: string | undefined): string => {
  if (node.type === 'class_definition') return 'class';
  if (node.type === 'assignment') return 'constant';
  if (owner === undefined) return 'function';
  return decorators.some((name) => /^@(?:[\w.]*\.)?(?:cached_)?property\b/.test(name)) ? 'property' : 'method';
};

const mostFields = 30;

/** How an object is made: the constructor, or the fields of a data class, an enumeration or a typed tuple. */
const fieldsOf = ({ node, decorators }: Definition, body: Node): string => {
  const bases = node.childForFieldName('superclasses')?.text ?? '';
  const isData = decorators.some((name) => name.includes('dataclass')) || /Enum|Flag|NamedTuple|TypedDict/.test(bases);
  const inside = readModule(body).definitions;
  const fields = childrenOf(body)
    .filter(({ type }) => type === 'expression_statement')
    .flatMap((statement) => childrenOf(statement).filter(({ type }) => type === 'assignment'))
    .filter((field) => isPublicName(field.childForFieldName('left')?.text ?? '_'))
    .filter((field) => isData || field.childForFieldName('type') !== null)
    .slice(0, mostFields)
    .map(valueOf);
  const constructor = inside.find(({ name }) => name === '__init__');
  const lines = [...fields, ...(constructor ? [headOf(constructor).text] : [])];
  return lines.length === 0 ? '' : `:\n${lines.map((line) => line.replaceAll(/^/gm, '    ')).join('\n')}`;
};

const docOf = (body: Node): { readonly text: string; readonly start: number; readonly end: number } | undefined => {
  const first = childrenOf(body).find(({ type }) => type !== 'comment');
  const text = first?.type === 'expression_statement' ? first.namedChild(0) : undefined;
  if (text?.type !== 'string' || /^[fFbB]/.test(text.text)) return undefined;
  const raw = text.text.replace(/^[rRuU]?("""|'''|"|')/, '').replace(/("""|'''|"|')$/, '');
  const doc = docstringToMarkdown(raw);
  return doc === '' ? undefined : { text: doc, start: firstLine(text), end: lastLine(text) };
};
