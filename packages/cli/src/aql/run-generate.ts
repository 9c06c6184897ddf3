import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DocumentError, generateAdapter, renderReport } from '@recourse/server-aql/generate';
import type { GeneratedAdapter, GenerateOptions } from '@recourse/server-aql/generate';
import { createFolder } from '@recourse/stores/create-folder';
import type { Io } from '../command.ts';
import { OperatorError, UsageError } from '../errors/operator-error.ts';
import { cannot } from '../errors/system-error.ts';
import { shownPath } from '../registries/read-json.ts';
import { visible } from '../terminal/visible.ts';
import { readText } from './read-text.ts';

export interface GenerateValues {
  readonly out?: string | undefined;
  readonly force: boolean;
  readonly name?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly bearer?: string | undefined;
  readonly tag: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly limit?: string | undefined;
  readonly json: boolean;
}

/** From here on people wait long enough to want to know what for. */
const longCharacters = 1_000_000;

/** Writes the adapter of one document and reports the result; false if the document cannot be used. */
export const runGenerate = async (document: string, values: GenerateValues, io: Io): Promise<boolean> => {
  const options = optionsOf(values);
  const target = values.out === undefined ? undefined : path.resolve(io.cwd, values.out);
  // Checked before the work starts.
  if (target !== undefined && !values.force) expectFree(target, io);
  const read = await readText(path.resolve(io.cwd, document));
  if ('unreadable' in read) throw new OperatorError(read.code, `Cannot read ${document}: ${read.unreadable}.`);
  const { text } = read;
  const onProgress = text.length < longCharacters ? undefined : (step: string) => io.err(`${step} …`);
  try {
    const generated = await generateAdapter(text, { ...options, ...(onProgress && { onProgress }) });
    const { more } = generated;
    if (target === undefined && more.length > 0 && !values.json) {
      throw new UsageError(`The adapter must be split into ${more.length + 1} files.`, {
        hint: 'Set the path of the first one with --out, or select fewer operations with --tag, --include, --exclude or --limit.',
      });
    }
    const files = target === undefined ? [] : [target, ...more.map((_, index) => numbered(target, index + 2))];
    for (const file of values.force ? [] : files) expectFree(file, io);
    for (const [index, { text: adapter }] of [generated, ...more].entries()) {
      const file = files[index];
      if (file !== undefined) write(file, adapter);
    }
    report(
      generated,
      files.map((file) => shownPath(file, io.cwd)),
      values.json,
      io,
    );
    return true;
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    refuse(document, error, values.json, io);
    return false;
  }
};

const expectFree = (file: string, io: Io): void => {
  if (!existsSync(file)) return;
  throw new OperatorError('FILE_EXISTS', `${shownPath(file, io.cwd)} already exists.`, {
    hint: 'Replace it with --force, or choose another file with --out.',
  });
};

/** `github.md` becomes `github-2.md`. */
const numbered = (file: string, number: number): string => {
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, `${name}-${number}${ext}`);
};

const optionsOf = ({ name, baseUrl, bearer, tag, include, exclude, limit }: GenerateValues): GenerateOptions => {
  const number = limit === undefined ? undefined : Number(limit);
  if (number !== undefined && (!Number.isSafeInteger(number) || number < 1 || number > 2000)) {
    throw new UsageError(`--limit must be a whole number from 1 to 2000, not '${limit}'.`);
  }
  if (bearer !== undefined && !/^[A-Z_][A-Z0-9_]{0,127}$/.test(bearer)) {
    // The value may be a token, so it is not shown.
    throw new UsageError('--bearer must be the name of an environment variable, such as PETS_TOKEN, not a token.');
  }
  return {
    ...(name !== undefined && { name }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(bearer !== undefined && { bearer }),
    ...(number !== undefined && { limit: number }),
    tags: tag,
    include,
    exclude,
  };
};

const write = (file: string, text: string): void => {
  try {
    createFolder(path.dirname(file));
    writeFileSync(file, text);
  } catch (error) {
    throw cannot(`write ${file}`, error);
  }
};

const report = (
  { name, text, more, report: found }: GeneratedAdapter,
  files: readonly string[],
  json: boolean,
  io: Io,
): void => {
  const [file] = files;
  if (json) {
    const others = more.map((other, index) => ({
      name: other.name,
      ...(file === undefined ? { adapter: other.text } : { file: files[index + 1] }),
    }));
    const own = { ok: true, name, ...(file === undefined ? { adapter: text } : { file }) };
    io.out(JSON.stringify({ ...own, ...(others.length > 0 && { more: others }), report: found }, null, 2));
    return;
  }
  const say = file === undefined ? io.err : io.out;
  if (file === undefined) io.out(text.trimEnd());
  for (const [index, adapter] of [{ name }, ...more].entries()) {
    if (files[index] !== undefined) io.out(`Wrote ${files[index]}, the adapter '${adapter.name}'.`);
  }
  say(
    renderReport(found)
      .split('\n')
      .map((line) => visible(line))
      .join('\n'),
  );
  if (file !== undefined) io.out(`\nTry it: recourse serve aql --adapter ${file}`);
};

const refuse = (document: string, { message, problems }: DocumentError, json: boolean, io: Io): void => {
  const { code, hint } = new OperatorError('DOCUMENT_INVALID', message);
  if (json) {
    io.out(JSON.stringify({ ok: false, code, error: message, message, hint, problems }, null, 2));
    return;
  }
  io.err(`recourse: ${document}: ${visible(message)}\n  code  ${code}\n  hint  ${hint}`);
  for (const { message: problem, line, column } of problems) {
    const place = line === undefined ? '' : `${line}:${String(column)}  `;
    io.err(`  ${place}${visible(problem)}`);
  }
};
