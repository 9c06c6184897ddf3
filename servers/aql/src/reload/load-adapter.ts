import { readFile, stat } from 'node:fs/promises';
import { formatOf, readAdapter } from '../adapter/index.ts';
import type { Adapter, AdapterProblem } from '../adapter/index.ts';

/** An adapter file as it was found. */
export interface LoadedAdapter {
  readonly file: string;
  readonly text: string;
  /** There only if nothing but warnings is wrong. */
  readonly adapter?: Adapter;
  readonly problems: readonly AdapterProblem[];
}

/** A file that can be served. */
export interface GoodAdapter extends LoadedAdapter {
  readonly adapter: Adapter;
}

export const isGood = (loaded: LoadedAdapter): loaded is GoodAdapter => loaded.adapter !== undefined;

/** Far above what an adapter may be; what is larger is not read at all. */
const mostBytes = 16 * 1024 * 1024;

/** Reads the text of a file, with everything that is wrong with it. */
export const parseAdapter = (file: string, text: string): LoadedAdapter => {
  const format = formatOf(file);
  return { file, text, ...readAdapter(text, format && { format }) };
};

/** Reads a file. Throws if there is none that could be read. */
export const loadAdapter = async (file: string): Promise<LoadedAdapter> => {
  const found = await stat(file);
  if (!found.isFile()) throw new Error('it is not a regular file');
  if (found.size > mostBytes) throw new Error(`it is larger than ${mostBytes} bytes`);
  return parseAdapter(file, new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file)));
};
