import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/**
 * The first tokens of the o200k vocabulary, in the order of their ranks. Each is one byte of length and its bytes, read
 * as Latin-1. `bench/src/tokens/write-ranks.mjs` writes the file.
 */
const file = path.join(import.meta.dirname, '../../data/o200k-ranks.br');

let table: ReadonlyMap<string, number> | undefined;

/** The ranks of byte sequences. The file is read with the first use. */
export const rankTable = (): ReadonlyMap<string, number> => {
  if (table) return table;
  const bytes = brotliDecompressSync(readFileSync(file)).toString('latin1');
  const ranks = new Map<string, number>();
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + bytes.charCodeAt(at);
    ranks.set(bytes.slice(at + 1, end), ranks.size);
    at = end;
  }
  table = ranks;
  return ranks;
};
