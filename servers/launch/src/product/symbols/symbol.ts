import type { ProductFacts } from '../../artifacts.ts';

export type ProductSymbol = ProductFacts['symbols'][number];

/** The code of a product, as far as its public names can depend on it. */
export interface ProductCode {
  readonly language: string;
  /** Content by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The name under which users import the product. */
  readonly name: string;
  /** Files that users import. Without any, all files are public. */
  readonly entries: readonly string[];
  /** Packages of Python that the product publishes. Without any, all are public. */
  readonly packages: readonly string[];
}

/** Parses the code of a product and returns its public names. Nothing of the product runs. */
export type ParseCode = (code: ProductCode, signal: AbortSignal) => Promise<readonly ProductSymbol[]>;

export const mostSymbols = 2000;
const mostSignatureLines = 60;
const mostDocLines = 80;

/** Shortens a signature at the end of a line. */
export const cutSignature = (text: string): string => cut(text, mostSignatureLines, 4000);
/** Shortens a doc comment at the end of a line. */
export const cutDoc = (text: string): string => cut(text, mostDocLines, 6000);

const cut = (text: string, mostLines: number, mostCharacters: number): string => {
  const lines = text.split('\n').slice(0, mostLines);
  let length = 0;
  const end = lines.findIndex((line) => (length += line.length + 1) > mostCharacters + 1);
  return (end === -1 ? lines : lines.slice(0, end)).join('\n').trimEnd();
};

/** Finds the line of an offset, counted from 1. */
export const createLines = (text: string): ((at: number) => number) => {
  const starts = [0];
  for (let feed = text.indexOf('\n'); feed !== -1; feed = text.indexOf('\n', feed + 1)) starts.push(feed + 1);
  return (at) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
};

/** Removes the indentation of a line from the lines that continue it. */
export const outdent = (text: string, indent: string): string =>
  text
    .split('\n')
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line).trimEnd())
    .join('\n');

/** The white space at the start of the line of a place. */
export const indentAt = (text: string, at: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))?.[0] ?? '';

/** Removes the indentation that all lines after the first have in common. */
export const dedent = (text: string): string => {
  const [first = '', ...rest] = text.split('\n');
  const depths = rest.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const depth = depths.length === 0 ? 0 : Math.min(...depths);
  return [first.trim(), ...rest.map((line) => line.slice(depth).trimEnd())].join('\n');
};
