import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

let source: Promise<string> | undefined;

/** The text of axe-core, from the package that is installed. */
export const engineSource = (): Promise<string> =>
  (source ??= readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8'));
