import path from 'node:path';
import type { ServerEntry } from '@recourse/server';
import { checkPage } from '../aql/check-page.ts';
import type { PageFile } from '../aql/check-page.ts';
import { readText } from '../aql/read-text.ts';
import type { Io } from '../command.ts';
import { createPaint } from '../terminal/paint.ts';

export interface AdapterChoice {
  readonly mode: string | undefined;
  readonly prefix: string | undefined;
}

/** The servers of adapter files; nothing if any of them cannot be served, once all problems of all have been told. */
export const findAdapters = async (
  files: readonly string[],
  { mode, prefix }: AdapterChoice,
  io: Io,
): Promise<readonly ServerEntry[] | undefined> => {
  const { aqlEntry, isGood, parseAdapter } = await import('@recourse/server-aql');
  const pages: PageFile[] = [];
  const entries: ServerEntry[] = [];
  for (const named of files) {
    const file = path.resolve(io.cwd, named);
    const read = await readText(file);
    if ('unreadable' in read) {
      pages.push({ file: named, problems: [], ...read });
      continue;
    }
    const loaded = parseAdapter(file, read.text);
    const { problems, text } = loaded;
    if (isGood(loaded)) {
      entries.push(aqlEntry(loaded, { ...(mode !== undefined && { mode }), ...(prefix !== undefined && { prefix }) }));
      if (problems.length > 0) pages.push({ file: named, problems, text });
    } else pages.push({ file: named, problems, text });
  }
  if (pages.length > 0) for (const line of checkPage(pages, createPaint(false))) io.err(line);
  return entries.length === files.length ? entries : undefined;
};
