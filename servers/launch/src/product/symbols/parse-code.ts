import { readGo } from './go/read-go.ts';
import { readPython } from './python/read-python.ts';
import type { ProductCode, ProductSymbol } from './symbol.ts';
import { readTypeScript } from './typescript/read-typescript.ts';

type CodeReader = (code: ProductCode) => readonly ProductSymbol[] | Promise<readonly ProductSymbol[]>;

/** The readers of public names, by language. */
const readers: Readonly<Record<string, CodeReader>> = {
  typescript: readTypeScript,
  javascript: readTypeScript,
  python: readPython,
  go: readGo,
};

/** True for a language whose public names can be read. */
export const isParsed = (language: string | null): language is string =>
  language !== null && Object.hasOwn(readers, language);

/** Parses code in this process. Hostile code can keep it busy, so products are parsed in a process of their own. */
export const parseHere = async (code: ProductCode): Promise<readonly ProductSymbol[]> =>
  (await readers[code.language]?.(code)) ?? [];
