import { parseHere } from '../product/symbols/parse-code.ts';
import type { ParseCode } from '../product/symbols/symbol.ts';
import { sampleSymbols } from './sample-symbols.ts';

/**
 * Parses code in this process. The compiler of TypeScript is a process of its own, which unit tests do not start: for
 * TypeScript, this returns the recorded names of the sample product, as far as their files are given.
 */
export const parseSample: ParseCode = async (code) =>
  code.language.endsWith('script')
    ? sampleSymbols.filter(({ source }) => code.files.has(source.path))
    : parseHere(code);
