import { readFile, stat } from 'node:fs/promises';
import { reasonOf } from '../registries/read-json.ts';

/** The text of a file, or why there is none to be had, in words. */
export type ReadText = { readonly text: string } | { readonly unreadable: string };

/** Far above what an adapter may be: what it refuses by itself it can still say with a line. */
const mostBytes = 16 * 1024 * 1024;

/** Reads a file as UTF-8. A directory, something huge and what is no text are answered in words, and never thrown. */
export const readText = async (file: string): Promise<ReadText> => {
  try {
    const facts = await stat(file);
    if (facts.isDirectory()) return { unreadable: 'it is a directory; name the files in it' };
    if (!facts.isFile()) return { unreadable: 'it is no regular file' };
    if (facts.size > mostBytes) return { unreadable: 'it is larger than 16 MiB' };
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file)) };
  } catch (error) {
    return { unreadable: error instanceof TypeError ? 'it is not UTF-8 text' : reasonOf(error) };
  }
};
