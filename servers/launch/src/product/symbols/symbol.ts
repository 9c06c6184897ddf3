import type { ProductFacts } from '../../artifacts.ts';

export type ProductSymbol = ProductFacts['symbols'][number];

/** Reads the public names of one file. Nothing of the file runs. */
export type SymbolReader = (path: string, text: string) => readonly ProductSymbol[];

export const mostSignatureLines = 40;
export const mostDocLines = 80;
