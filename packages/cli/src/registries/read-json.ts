import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../errors/operator-error.ts';
import { cannot, systemReason } from '../errors/system-error.ts';

/** A path as the person at the terminal would write it. */
export const shownPath = (file: string, cwd: string): string => path.relative(cwd, file) || '.';

/** Reads a JSON file; throws an OperatorError of one line for a file that is missing or broken. */
export const readJson = (file: string, cwd: string): unknown => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw cannot(`read ${shownPath(file, cwd)}`, error);
  }
  try {
    // Some editors put a byte order mark first; JSON.parse takes it for a syntax error.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new OperatorError('FILE_INVALID', `${shownPath(file, cwd)} is not valid JSON: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
};

/** Why something went wrong, in one line. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return systemReason(error) ?? error.message.replace(/\s*\n\s*-?\s*/g, ' ').trim();
};
