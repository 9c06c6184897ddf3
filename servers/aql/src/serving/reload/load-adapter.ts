import { readFile, stat } from 'node:fs/promises';
import { readAdapter } from '../../adapter/read-adapter.ts';
import type { Adapter } from '../../adapter/adapter.ts';
import type { AdapterProblem } from '../../adapter/problem.ts';

/** An adapter file as it was found. */
export interface LoadedAdapter {
  readonly file: string;
  readonly text: string;
  /** There only where nothing but warnings is wrong. */
  readonly adapter?: Adapter;
  readonly problems: readonly AdapterProblem[];
}

/** More than any adapter may be; what is larger is not read at all. */
const mostBytes = 8 * 1024 * 1024;

/** Reads an adapter file with everything that is wrong with it. Throws where there is no such file to be read. */
export const loadAdapter = async (file: string): Promise<LoadedAdapter> => {
  const found = await stat(file);
  if (!found.isFile()) throw new Error(`'${file}' is no file`);
  if (found.size > mostBytes) throw new Error(`'${file}' is larger than ${mostBytes} bytes`);
  const text = await readFile(file, 'utf8');
  return { file, text, ...readAdapter(text, formatOf(file)) };
};

const formatOf = (file: string): { readonly format?: 'markdown' | 'yaml' } =>
  /\.ya?ml$/iu.test(file) ? { format: 'yaml' } : /\.md$/iu.test(file) ? { format: 'markdown' } : {};
