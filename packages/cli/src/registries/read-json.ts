import { readFileSync } from 'node:fs';
import path from 'node:path';
import { InputError } from '../command.ts';

/** A path as the person at the terminal would write it. */
export const shownPath = (file: string, cwd: string): string => path.relative(cwd, file) || '.';

/** What a JSON file holds; throws an InputError of one line for a file that is missing or broken. */
export const readJson = (file: string, cwd: string): unknown => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new InputError(`Cannot read ${shownPath(file, cwd)}: ${reasonOf(error)}`, { cause: error });
  }
  try {
    // Some editors put a byte order mark first; JSON.parse takes it for a syntax error.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new InputError(`${shownPath(file, cwd)} is not valid JSON: ${reasonOf(error)}`, { cause: error });
  }
};

const systemReasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
  ENOTDIR: 'there is no such file',
};

/** Why something went wrong, in one line. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return systemReasons[code] ?? error.message.replace(/\s*\n\s*-?\s*/g, ' ').trim();
};
