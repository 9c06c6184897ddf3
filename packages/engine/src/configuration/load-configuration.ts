import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseConfiguration } from './parse-configuration.ts';
import type { ParseOptions, ParsedConfiguration } from './parse-configuration.ts';
import { defaultConfiguration } from './types.ts';

export const configurationFileName = 'recourse.config.json';

/**
 * Reads `recourse.config.json` of one folder, by default the working directory. Folders above are not searched: rules
 * that allow or deny calls must not depend on what lies around there. No file means the defaults; a file that is
 * there and cannot be read is a problem.
 */
export const loadConfiguration = async (
  directory: string = process.cwd(),
  options: ParseOptions = {},
): Promise<ParsedConfiguration> => {
  const file = path.join(directory, configurationFileName);
  try {
    return parseConfiguration(await readFile(file, 'utf8'), file, options);
  } catch (thrown) {
    const reason = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
    if (reason === 'ENOENT') return { ok: true, configuration: defaultConfiguration };
    const message = `the file is there and cannot be read (${reason})`;
    return { ok: false, problems: [{ file, line: 1, column: 1, path: '', message }] };
  }
};
