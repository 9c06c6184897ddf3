import type { Node } from 'web-tree-sitter';
import { cite } from '../../locate.ts';
import { childrenOf, firstLine, lastLine, openGrammar } from '../../tree-sitter.ts';
import { cutSignature, mostSymbols, outdent } from '../symbol.ts';
import type { ProductCode, ProductSymbol } from '../symbol.ts';
import { isBuilt } from './build-tags.ts';
import { goDocToMarkdown, isDirective } from './doc-comment.ts';

/** Reads the exported names of the packages of a Go module. Commands and internal packages have none. */
export const readGo = async ({ files, name }: ProductCode): Promise<readonly ProductSymbol[]> => {
  const withTree = await openGrammar('go');
  const symbols: ProductSymbol[] = [];
  for (const [path, text] of files) {
    if (/(?:^|\/)internal\//.test(path) || path.endsWith('_test.go') || !isBuilt(path, text)) continue;
    const folder = path.split('/').slice(0, -1).join('/');
    const place = { path, module: folder === '' ? name : `${name}/${folder}` };
    symbols.push(...(withTree(text, (root) => readFile(root, place)) ?? []));
    if (symbols.length > mostSymbols) break;
  }
  return symbols.slice(0, mostSymbols);
};

interface Place {
  readonly path: string;
  readonly module: string;
}

const isExported = (name: string | undefined): name is string => name !== undefined && /^\p{Lu}/u.test(name);

const readFile = (root: Node, place: Place): readonly ProductSymbol[] => {
  const clause = childrenOf(root).find(({ type }) => type === 'package_clause');
  const name = clause?.namedChild(0)?.text;
  if (!clause || name === 'main') return [];
  const about = docOf(clause);
  const module: readonly ProductSymbol[] = about
    ? [{ ...write(clause, place), name: place.module, kind: 'module', signature: `import "${place.module}"` }]
    : [];
  return [...module, ...childrenOf(root).flatMap((node) => read(node, place))];
};

const read = (node: Node, place: Place): readonly ProductSymbol[] => {
  switch (node.type) {
    case 'function_declaration':
    case 'method_declaration':
      return readFunction(node, place);
    case 'type_declaration':
      return readTypes(node, place);
    case 'const_declaration':
    case 'var_declaration':
      return readValues(node, place);
    default:
      return [];
  }
};

const readFunction = (node: Node, place: Place): readonly ProductSymbol[] => {
  const name = node.childForFieldName('name')?.text;
  const receiver = /\(\s*(?:\w+\s+)?\*?\s*(\w+)/.exec(node.childForFieldName('receiver')?.text ?? '')?.[1];
  const isMethod = node.type === 'method_declaration';
  if (!isExported(name) || (isMethod && !isExported(receiver))) return [];
  const end = (node.childForFieldName('body')?.startIndex ?? node.endIndex) - node.startIndex;
  const signature = node.text.slice(0, end).trim();
  return [
    {
      ...write(node, place, signature),
      name: isMethod ? `${receiver}.${name}` : name,
      kind: isMethod ? 'method' : 'function',
    },
  ];
};

const readTypes = (node: Node, place: Place): readonly ProductSymbol[] => {
  const specs = childrenOf(node).filter(({ type }) => type === 'type_spec' || type === 'type_alias');
  return specs.flatMap((spec) => {
    const name = spec.childForFieldName('name')?.text;
    if (!isExported(name)) return [];
    const isAlone = !node.text.startsWith('type (') && !/^type\s*\(/.test(node.text);
    const text = isAlone ? node.text : `type ${spec.text}`;
    return [{ ...write(isAlone ? node : spec, place, text), name, kind: 'type' }];
  });
};

/** Values that are declared together explain each other, so each of them shows the whole declaration. */
const readValues = (node: Node, place: Place): readonly ProductSymbol[] => {
  const specs = node.descendantsOfType(['const_spec', 'var_spec']).filter((spec) => spec !== null);
  const names = specs.flatMap((spec) => spec.childrenForFieldName('name').flatMap((name) => (name ? [name.text] : [])));
  const kind = node.type === 'const_declaration' ? 'constant' : 'variable';
  const exported = names.filter(isExported);
  if (exported.length === 0) return [];
  const isGroup = /^(?:const|var)\s*\(/.test(node.text);
  return exported.map((name) => {
    const spec = specs.find((each) => each.childrenForFieldName('name').some((found) => found?.text === name));
    const isOnly = isGroup && exported.length === 1 && spec;
    const own = isOnly
      ? write(spec, place, `${node.text.split(/\s|\(/)[0]} ${spec.text}`)
      : write(node, place, shown(node));
    return { ...own, doc: own.doc === '' ? goDocOf(node) : own.doc, name, kind };
  });
};

/** A declaration with the comment at the end of its last line. */
const shown = (node: Node): string => {
  const next = node.nextSibling?.type === 'comment' ? node.nextSibling : node.nextSibling?.nextSibling;
  const isTrailing = next?.type === 'comment' && next.startPosition.row === node.endPosition.row;
  return isTrailing ? `${node.text} ${next.text}` : node.text;
};

const goDocOf = (node: Node): string => docOf(node)?.text ?? '';

const write = (node: Node, { path, module }: Place, signature = node.text): ProductSymbol => {
  const doc = docOf(node);
  const start = firstLine(node);
  return {
    name: '',
    kind: '',
    signature: cutSignature(outdent(signature, '\t'.repeat(node.startPosition.column))),
    doc: doc?.text ?? '',
    module,
    source: cite(path, start, start + signature.split('\n').length - 1),
    ...(doc && { doc_source: cite(path, doc.start, doc.end) }),
  };
};

/** The comments directly above a declaration. */
const docOf = (node: Node): { readonly text: string; readonly start: number; readonly end: number } | undefined => {
  const comments: Node[] = [];
  let row = node.startPosition.row;
  for (let above = previous(node); above?.type === 'comment'; above = previous(above)) {
    if (lastLine(above) !== row || isTrailing(above)) break;
    comments.unshift(above);
    row = above.startPosition.row;
  }
  const text = goDocToMarkdown(comments.map((comment) => comment.text).filter((comment) => !isDirective(comment)));
  const [first] = comments;
  return first && text !== '' ? { text, start: firstLine(first), end: lastLine(comments.at(-1) ?? first) } : undefined;
};

/** The node before, without the line ends that the grammar counts as tokens. */
const previous = (node: Node): Node | null => {
  let before = node.previousSibling;
  while (before && !before.isNamed && before.text.trim() === '') before = before.previousSibling;
  return before;
};

/** True for a comment behind code on the same line. */
const isTrailing = (comment: Node): boolean => {
  const before = previous(comment);
  return (
    before !== null &&
    before.type !== 'comment' &&
    before.endPosition.row === comment.startPosition.row &&
    before.endPosition.column !== 0
  );
};
