import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CodeSet } from '@recourse/contract';
import { createFolder } from '@recourse/stores/create-folder';
import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { cannot } from '../errors/system-error.ts';
import { parseArguments } from '../parse-arguments.ts';
import { referencePages } from '../reference/reference-pages.ts';
import { loadCodeSets } from '../registries/load-code-sets.ts';
import { shownPath } from '../registries/read-json.ts';

/** Runs `recourse docs`. */
export const run: Run = async (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, {
    out: { type: 'string', default: path.join('docs', 'reference') },
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  });
  const sets: CodeSet[] = [];
  for (const module of positionals) sets.push(...(await loadCodeSets(path.resolve(io.cwd, module), io.cwd)));
  const directory = path.resolve(io.cwd, values.out);
  const pages = await referencePages(sets.length > 0 ? sets : undefined);
  const results = [...pages].map(([page, text]) => {
    const stale = !isSame(path.join(directory, page), text);
    if (stale && !values.check) write(path.join(directory, page), text);
    return { path: page, stale, written: stale && !values.check };
  });
  const stale = results.filter((page) => page.stale);
  const ok = !values.check || stale.length === 0;
  const shown = shownPath(directory, io.cwd);
  if (values.json) {
    io.out(JSON.stringify({ ok, directory: shown, pages: results }, null, 2));
  } else {
    for (const page of stale) io.out(`${values.check ? 'stale' : 'wrote'}  ${path.join(shown, page.path)}`);
    if (stale.length === 0) io.out(`${results.length} ${results.length === 1 ? 'page is' : 'pages are'} up to date.`);
    else if (values.check) io.out('Run the same command without --check, and commit the pages.');
  }
  return ok ? exitCodes.clean : exitCodes.findings;
};

/** Ignores line endings, which git may change on Windows. */
const isSame = (file: string, text: string): boolean =>
  existsSync(file) && readFileSync(file, 'utf8').replaceAll('\r\n', '\n') === text;

const write = (file: string, text: string): void => {
  createFolder(path.dirname(file));
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw cannot(`write ${file}`, error);
  }
};
