import { cite, cutLines } from '../locate.ts';
import { findEnd, lineAt } from './scan-code.ts';
import { mostDocLines, mostSignatureLines } from './symbol.ts';
import type { ProductSymbol, SymbolReader } from './symbol.ts';

const declaration =
  /^(export\s+)?(default\s+)?(?:declare\s+)?(?:async\s+)?(?:abstract\s+)?(function|class|interface|type|const|let|var|enum)\b\s*\*?\s*([A-Za-z_$][\w$]*)/gm;
const exportList = /^export\s+(?:type\s+)?\{([^}]{0,20000})\}\s*;?\s*(?!from)$/gm;

/** Reads the exported declarations of TypeScript and JavaScript modules, and of declaration files. */
export const readTypeScript: SymbolReader = (path, text) => {
  const listed = listedNames(text);
  const seen = new Set<string>();
  return [...text.matchAll(declaration)].flatMap((match): readonly ProductSymbol[] => {
    const [, exported, , kind = '', local = ''] = match;
    const name = exported === undefined ? listed.get(local) : local;
    if (name === undefined || isInComment(text, match.index)) return [];
    const doc = docBefore(text, match.index);
    // An overload repeats its name; the first one with a comment describes it.
    if (seen.has(name) || /@(?:internal|private|hidden)\b/.test(doc)) return [];
    seen.add(name);
    const end = endOf(text, match.index, kind);
    const signature = signatureOf(text.slice(match.index, end), kind, path.endsWith('.d.ts'));
    const lines = [lineAt(text, match.index), lineAt(text, end)] as const;
    return [{ name, kind: kindOf(kind, signature), signature, doc: cleanDoc(doc), source: cite(path, ...lines) }];
  });
};

const listedNames = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(exportList)].flatMap(([, names = '']) =>
      names.split(',').flatMap((item) => {
        const [, local, alias] = /^\s*(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(item) ?? [];
        return local === undefined || alias === 'default' ? [] : [[local, alias ?? local] as const];
      }),
    ),
  );

const isInComment = (text: string, at: number): boolean => text.lastIndexOf('/*', at) > text.lastIndexOf('*/', at);

const docBefore = (text: string, at: number): string => {
  const head = text.slice(Math.max(0, at - 10_000), at).trimEnd();
  const start = head.lastIndexOf('/**');
  return head.endsWith('*/') && start !== -1 && !head.slice(start, -2).includes('*/') ? head.slice(start) : '';
};

const endOf = (text: string, start: number, kind: string): number => {
  if (kind === 'interface' || kind === 'enum' || kind === 'class') {
    const open = text.indexOf('{', start);
    if (open === -1) return start;
    const close = findEnd(text, open + 1, (at, depth) => depth === 0 && text.charAt(at) === '}', 60_000);
    return close + 1;
  }
  if (kind === 'function') return findEnd(text, start, (at, depth) => depth === 0 && isBodyOrEnd(text, at));
  return findEnd(
    text,
    start,
    (at, depth) =>
      depth === 0 && (text.charAt(at) === ';' || (text.charAt(at) === '\n' && isNextDeclaration(text, at))),
  );
};

/** A brace after a parenthesis, a word or a bracket opens the body; after `:` or `|` it opens a type. */
const isBodyOrEnd = (text: string, at: number): boolean => {
  const character = text.charAt(at);
  if (character === ';') return true;
  if (character === '\n') return isNextDeclaration(text, at);
  return character === '{' && /[\w)\]}>'"]\s*$/.test(text.slice(Math.max(0, at - 20), at));
};

const isNextDeclaration = (text: string, at: number): boolean =>
  /^\n(?:\n|$|(?:export|declare|function|class|interface|type|const|let|var|enum|import|\/\*|\/\/|[})])(?![\w$]))/.test(
    text.slice(at, at + 20),
  );

const signatureOf = (declared: string, kind: string, isDeclarationFile: boolean): string => {
  const text = declared
    .replace(/^export\s+/, '')
    .replace(/^default\s+/, '')
    .replace(/^declare\s+/, '')
    .trim();
  if (kind === 'class' && !isDeclarationFile) return classSignature(text);
  if (['const', 'let', 'var'].includes(kind)) return variableSignature(text);
  const signature = cutLines(withoutComments(text), mostSignatureLines, 4000);
  return kind === 'function' ? signature.replace(/^async\s+/, '') : signature;
};

/** The head of a class and its public members, without their bodies. */
const classSignature = (text: string): string => {
  const open = text.indexOf('{');
  const members: string[] = [];
  for (const match of text.matchAll(member)) {
    const start = match.index + (match[1]?.length ?? 0);
    const end = findEnd(
      text,
      start,
      (at, depth) => depth === 0 && /[{;=]|\n/.test(text.charAt(at)) && isMemberEnd(text, at),
    );
    members.push(
      `${text
        .slice(start, end)
        .trim()
        .replaceAll(/\s+/g, ' ')
        .replace(/^(?:public|async) /, '')};`,
    );
  }
  const unique = [...new Set(members)].slice(0, mostSignatureLines - 2);
  const head = text.slice(0, open).trim();
  return unique.length === 0 ? head : `${head} {\n${unique.map((line) => `  ${line}`).join('\n')}\n}`;
};

const member =
  /^( {2}|\t)(?!(?:private|protected|return|if|for|while|switch|throw|await|const|let|super|this|static #|#|_)\b)(?:(?:public|static|readonly|async|get|set|override|declare) )*[A-Za-z$][\w$]*[?!]?\s*[(<:]/gm;

const isMemberEnd = (text: string, at: number): boolean =>
  text.charAt(at) !== '{' || /[\w)\]}>'"]\s*$/.test(text.slice(Math.max(0, at - 20), at));

/** A function that a variable holds is shown as a function, and any other variable with its type or a short value. */
const variableSignature = (text: string): string => {
  const value = findEnd(text, 0, (at, depth) => depth === 0 && /^=[^=>]/.test(text.slice(at, at + 2)));
  const arrow = findEnd(text, value, (at, depth) => depth === 0 && text.startsWith('=>', at));
  const isFunction = /^=\s*(?:async\s*)?[(<]/.test(text.slice(value)) && arrow < text.length;
  const initial = text.slice(value).trim();
  const isShort = initial.length <= 60 && !initial.includes('\n');
  const head = text.slice(0, value).trim();
  const name = /^(?:const|let|var)\s+([\w$]+)$/.exec(head)?.[1];
  const parameters = text
    .slice(value + 1, arrow)
    .replace(/^\s*async\b/, '')
    .trim();
  const asFunction = name === undefined ? head : `function ${name}${parameters}`;
  const shown = isFunction ? asFunction : isShort ? text.replace(/\s*=\s*/, ' = ') : head;
  return cutLines(withoutComments(shown).trim(), mostSignatureLines, 4000);
};

const withoutComments = (text: string): string =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/\n\s*\n/g, '\n')
    .trim();

const kindOf = (kind: string, signature: string): string => {
  if (signature.startsWith('function ')) return 'function';
  return ['const', 'let', 'var'].includes(kind) ? 'constant' : kind;
};

/** Removes the frame of a comment and turns its tags into Markdown. */
const cleanDoc = (doc: string): string => {
  const lines = doc
    .replace(/^\/\*\*/, '')
    .replace(/\*\/$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd());
  const text = lines
    .join('\n')
    .replaceAll(/\{@link(?:code|plain)?\s+([^}|\s]+)(?:[|\s]+([^}]+))?\}/g, (_, target: string, label?: string) =>
      label === undefined ? `\`${target}\`` : label.trim(),
    )
    .replaceAll(/^@param\s+(?:\{[^}\n]*\}\s*)?\[?([\w$.]+)(?:=[^\]\n]*)?\]?\s*-?\s*/gm, '- `$1`: ')
    .replaceAll(/^@returns?\s+(?:\{[^}\n]*\}\s*)?/gm, '\nReturns: ')
    .replaceAll(/^@throws\s+(?:\{([^}\n]*)\}\s*)?/gm, '\nThrows: ')
    .replaceAll(/^@deprecated\s*/gm, '\nDeprecated. ')
    .replaceAll(/^@(?:example|remarks|defaultValue|default)\b[ \t]*/gm, '\n')
    .replaceAll(/^@\w+.*$/gm, '')
    .replaceAll(/^(?!- `)(.+)\n(?=- `)/gm, '$1\n\n')
    .replaceAll(/\n{3,}/g, '\n\n');
  return cutLines(text.trim(), mostDocLines, 6000);
};
