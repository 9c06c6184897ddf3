import { open } from 'node:fs/promises';
import path from 'node:path';
import type { ReadConfig } from '@recourse/server-launch';
import type { Io } from '../command.ts';
import { OperatorError } from '../errors/operator-error.ts';

const mostBytes = 1024 * 1024;

/** Reads a configuration file of a launch. Throws if there is none, or if it is too large. */
export const readConfigFile = async (named: string, { cwd }: Pick<Io, 'cwd'>): Promise<ReadConfig> => {
  const { readConfigText } = await import('@recourse/server-launch');
  return readConfigText(await readText(path.resolve(cwd, named), named));
};

const readText = async (file: string, named: string): Promise<string> => {
  let handle;
  try {
    handle = await open(file);
    const { size } = await handle.stat();
    if (size > mostBytes) throw new OperatorError('FILE_INVALID', `${named} must have at most ${mostBytes} bytes.`);
    return await handle.readFile('utf8');
  } finally {
    await handle?.close();
  }
};

/** The problems of a file, one on each line, as editors and CI understand them. */
export const problemLines = (named: string, read: ReadConfig): readonly string[] =>
  read.ok ? [] : read.problems.map(({ line, column, message }) => `${named}:${line}:${column}: ${message}`);
