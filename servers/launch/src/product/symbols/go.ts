import { cite, cutLines } from '../locate.ts';
import { findEnd } from './scan-code.ts';
import { mostDocLines, mostSignatureLines } from './symbol.ts';
import type { ProductSymbol, SymbolReader } from './symbol.ts';

const definition = /^(?:func (?:\((?:\w+ )?\*?([A-Za-z]\w*)(?:\[[^\]]*\])?\) )?([A-Z]\w*)|(type|const|var) ([A-Z]\w*))/;

/** Reads the exported functions, methods, types, constants and variables of a Go file, with their comments. */
export const readGo: SymbolReader = (path, text) => {
  if (/^package main$/m.test(text)) return [];
  const lines = text.split('\n');
  const symbols: ProductSymbol[] = [];
  let offset = 0;
  for (const [index, line] of lines.entries()) {
    const start = offset;
    offset += line.length + 1;
    const [, receiver, func, word, name] = definition.exec(line) ?? [];
    const own = func ?? name;
    if (own === undefined || (receiver !== undefined && !/^[A-Z]/.test(receiver))) continue;
    const end = endOf(text, start, word);
    const signature = cutLines(text.slice(start, end).trim(), mostSignatureLines, 4000);
    symbols.push({
      name: receiver === undefined ? own : `${receiver}.${own}`,
      kind: kindOf(word, receiver),
      signature,
      doc: docBefore(lines, index),
      source: cite(path, index + 1, index + signature.split('\n').length),
    });
  }
  return symbols;
};

const kindOf = (word: string | undefined, receiver: string | undefined): string => {
  if (word === undefined) return receiver === undefined ? 'function' : 'method';
  return word === 'type' ? 'type' : word === 'const' ? 'constant' : 'variable';
};

const endOf = (text: string, start: number, word: string | undefined): number => {
  if (word === undefined)
    return findEnd(
      text,
      start,
      (at, depth) => depth === 0 && /[{\n]/.test(text.charAt(at)) && !text.slice(at - 10, at).endsWith('interface'),
    );
  return findEnd(text, start, (at, depth) => depth === 0 && text.charAt(at) === '\n');
};

const docBefore = (lines: readonly string[], index: number): string => {
  let start = index;
  while (start > 0 && lines[start - 1]?.startsWith('//')) start -= 1;
  const doc = lines
    .slice(start, index)
    .filter((line) => !/^\/\/(?:go:|nolint|\s*\+build)/.test(line))
    .map((line) => line.replace(/^\/\/ ?/, ''));
  return cutLines(doc.join('\n').replaceAll(/^\t/gm, '    ').trim(), mostDocLines, 6000);
};
