import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultConfiguration } from './configuration.ts';
import { parseConfiguration } from './parse-configuration.ts';
import type { ParseOptions, ParsedConfiguration } from './parse-configuration.ts';

export const configurationFileName = 'recourse.config.json';

export interface LoadOptions extends ParseOptions {
  /** The path of another file, relative to the folder. It must exist. */
  readonly file?: string;
}

/**
 * Reads `recourse.config.json` of one folder, by default the working directory. Folders above are not searched: rules
 * that allow or deny calls must not depend on files in other folders. No file means the defaults, unless one was
 * named; a file that is there and cannot be read is a problem.
 */
export const loadConfiguration = async (
  directory: string = process.cwd(),
  options: LoadOptions = {},
): Promise<ParsedConfiguration> => {
  const file = path.resolve(directory, options.file ?? configurationFileName);
  const refuse = (message: string): ParsedConfiguration => ({
    ok: false,
    problems: [{ file, line: 1, column: 1, path: '', message }],
  });
  try {
    return parseConfiguration(await readFile(file, 'utf8'), file, options);
  } catch (thrown) {
    const reason = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
    if (reason !== 'ENOENT') return refuse(`the file exists but cannot be read (${reason})`);
    return options.file === undefined
      ? { ok: true, configuration: defaultConfiguration }
      : refuse('the file does not exist');
  }
};
