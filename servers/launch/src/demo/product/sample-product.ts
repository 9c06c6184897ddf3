import { documents } from './documents.ts';
import { sources } from './sources.ts';

/** A small library in TypeScript, by path: the product of the demonstration and of the tests. */
export const sampleProduct: Readonly<Record<string, string>> = { ...documents, ...sources };
