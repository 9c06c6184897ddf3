import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { ReadConfig } from '@recourse/server-launch';
import type { Io } from '../command.ts';
import { OperatorError } from '../errors/operator-error.ts';
import { visible } from '../terminal/visible.ts';

const mostBytes = 1024 * 1024;

/** Reads a configuration file of a launch. Throws if there is none, or if it is too large. */
export const readConfigFile = async (named: string, { cwd }: Pick<Io, 'cwd'>): Promise<ReadConfig> => {
  const bytes = await readBytes(path.resolve(cwd, named), named);
  if (!isUtf8(bytes)) return notUtf8(bytes);
  const { readConfigText } = await import('@recourse/server-launch');
  return readConfigText(bytes.toString('utf8'));
};

/** Reads at most one byte more than is allowed: the size of a device or a pipe is not known before. */
const readBytes = async (file: string, named: string): Promise<Buffer> => {
  const handle = await open(file);
  try {
    if ((await handle.stat()).isDirectory()) throw new OperatorError('PATH_IS_A_FOLDER', `'${named}' is a folder.`);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of handle.createReadStream({ autoClose: false })) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size > mostBytes) throw new OperatorError('FILE_INVALID', `${named} must have at most ${mostBytes} bytes.`);
    }
    return Buffer.concat(chunks);
  } finally {
    await handle.close();
  }
};

/** The problem of a file in another encoding. Its place is the first line that cannot be read. */
const notUtf8 = (bytes: Buffer): ReadConfig => {
  let line = 1;
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1 && isUtf8(bytes.subarray(start, end)); end = bytes.indexOf(10, start)) {
    line += 1;
    start = end + 1;
  }
  return { ok: false, problems: [{ path: '', message: 'The file must be in UTF-8', line, column: 1 }] };
};

/** The problems of a file, one on each line, as editors and CI understand them. */
export const problemLines = (named: string, read: ReadConfig): readonly string[] =>
  read.ok ? [] : read.problems.map(({ line, column, message }) => `${named}:${line}:${column}: ${visible(message)}`);
