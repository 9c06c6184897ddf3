import { readFile, stat } from 'node:fs/promises';
import type { OperatorCode } from '../errors/operator-codes.ts';
import { toOperatorError } from '../errors/to-operator-error.ts';
import { reasonOf } from '../registries/read-json.ts';

/** The text of a file, or why it cannot be read. */
export type ReadText = { readonly text: string } | { readonly unreadable: string; readonly code: OperatorCode };

/** Far above what an adapter may be: what it refuses by itself it can still say with a line. */
const mostBytes = 16 * 1024 * 1024;

/** Reads a file as UTF-8. Returns the reason for a file that cannot be read, and never throws. */
export const readText = async (file: string): Promise<ReadText> => {
  try {
    const facts = await stat(file);
    if (facts.isDirectory()) return { unreadable: 'it is a directory; pass the files in it', code: 'PATH_IS_A_FOLDER' };
    if (!facts.isFile()) return { unreadable: 'it is not a regular file', code: 'FILE_INVALID' };
    if (facts.size > mostBytes) return { unreadable: 'it is larger than 16 MiB', code: 'FILE_TOO_LARGE' };
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file)) };
  } catch (error) {
    if (error instanceof TypeError) return { unreadable: 'it is not UTF-8 text', code: 'FILE_INVALID' };
    return { unreadable: reasonOf(error), code: toOperatorError(error)?.code ?? 'FILE_INVALID' };
  }
};
