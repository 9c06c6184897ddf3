import { cite, cutLines } from '../locate.ts';
import { rstToMarkdown } from '../rst-to-markdown.ts';
import { findEnd } from './scan-code.ts';
import { mostDocLines, mostSignatureLines } from './symbol.ts';
import type { ProductSymbol, SymbolReader } from './symbol.ts';

const definition = /^( {4})?(async def|def|class) ([A-Za-z]\w*)/;

/** Reads the public functions and classes of a module, and the public methods of its classes. */
export const readPython: SymbolReader = (path, text) => {
  const lines = text.split('\n');
  const wanted = declaredNames(text);
  const symbols: ProductSymbol[] = [];
  let owner: string | undefined;
  let offset = 0;
  let isString = false;
  for (const [index, line] of lines.entries()) {
    const start = offset;
    offset += line.length + 1;
    // Code in a docstring is not a definition.
    const wasString = isString;
    if ((line.split('"""').length + line.split("'''").length) % 2 === 1) isString = !isString;
    if (wasString) continue;
    if (/^[^\s#)\]}]/.test(line)) owner = undefined;
    const [, indent, keyword = '', name = ''] = definition.exec(line) ?? [];
    if (name === '' || (indent !== undefined && owner === undefined)) continue;
    const isClass = keyword === 'class';
    const isPublic = indent !== undefined || wanted === undefined || wanted.has(name);
    if (indent === undefined) owner = isClass && isPublic ? name : undefined;
    if (!isPublic) continue;
    const end = findEnd(text, start, (at, depth) => depth === 0 && text.charAt(at) === ':');
    const head = text.slice(start, end).trim();
    const signature = cutLines(dedent(head), mostSignatureLines, 4000);
    const after = text.slice(end + 1, end + 20_000);
    symbols.push({
      name: indent === undefined ? name : `${owner}.${name}`,
      kind: isClass ? 'class' : indent === undefined ? 'function' : 'method',
      signature,
      doc: docOf(after),
      source: cite(path, index + 1, index + head.split('\n').length),
    });
  }
  return symbols;
};

const declaredNames = (text: string): ReadonlySet<string> | undefined => {
  const [, list] = /^__all__\s*(?::[^=\n]*)?=\s*[[(]([^\])]{0,20000})[\])]/m.exec(text) ?? [];
  return list === undefined ? undefined : new Set([...list.matchAll(/["'](\w+)["']/g)].map(([, name = '']) => name));
};

const docOf = (body: string): string => {
  const [, , double, single] = /^\s*(?:#[^\n]*\n\s*)*[rRuU]?("""([\s\S]*?)"""|'''([\s\S]*?)''')/.exec(body) ?? [];
  const doc = double ?? single ?? '';
  return cutLines(fieldsToMarkdown(doctests(rstToMarkdown(dedent(doc)))).trim(), mostDocLines, 6000);
};

/** Removes the indentation that all lines after the first have in common. */
const dedent = (text: string): string => {
  const [first = '', ...rest] = text.split('\n');
  const depths = rest.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const depth = depths.length === 0 ? 0 : Math.min(...depths);
  return [first.trim(), ...rest.map((line) => line.slice(depth).trimEnd())].join('\n');
};

/** Turns interactive sessions into code blocks. */
const doctests = (text: string): string =>
  text.replaceAll(/(?:^[ \t]*>>> .*\n?(?:^(?![ \t]*$).*\n?)*)+/gm, (session) => {
    const code = dedent(`\n${session.trimEnd()}`).trim();
    return `\n\`\`\`pycon\n${code}\n\`\`\`\n`;
  });

/** Turns the fields of Sphinx and the sections of Google's style into lists. */
const fieldsToMarkdown = (text: string): string =>
  text
    .replaceAll(/^:param(?:eter)?\s+(?:[\w\][., |]+\s)?\*{0,2}(\w+):\s*/gm, '- `$1`: ')
    .replaceAll(/^:(?:returns?):\s*/gm, '\nReturns: ')
    .replaceAll(/^:raises?\s+([\w.]+):\s*/gm, '\nRaises `$1`: ')
    .replaceAll(/^:r?type\b.*$/gm, '')
    .replaceAll(/^(Args|Arguments|Parameters|Returns|Raises|Yields|Examples?|Notes?):\s*\n/gm, '\n$1:\n\n')
    .replaceAll(/^ {4}\*{0,2}(\w+)(?: \([^)\n]*\))?: /gm, '- `$1`: ')
    .replaceAll(/^(?!- `)(.+)\n(?=- `)/gm, '$1\n\n');
