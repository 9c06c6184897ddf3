import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The nearest CHANGELOG.md, from a folder upwards. */
export const findChangelog = (directory: string): string | undefined => {
  const file = path.join(directory, 'CHANGELOG.md');
  if (existsSync(file)) return file;
  const parent = path.dirname(directory);
  return parent === directory ? undefined : findChangelog(parent);
};

/** Whether some line of a changelog names a code in backticks, with or without its namespace. */
export const mentionsCode = (changelog: string, code: string): boolean =>
  new RegExp(`\`(?:[a-z0-9-]+[.:])?${code}\``).test(readFileSync(changelog, 'utf8'));
