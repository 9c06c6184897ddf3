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
  if (target !== undefined && existsSync(target) && !values.force) {
    throw new OperatorError('FILE_EXISTS', `${shownPath(target, io.cwd)} already exists.`, {
      hint: 'Replace it with --force, or choose another file with --out.',
    });
  }
  const read = await readText(path.resolve(io.cwd, document));
  if ('unreadable' in read) throw new OperatorError(read.code, `Cannot read ${document}: ${read.unreadable}.`);
  const { text } = read;
  const onProgress = text.length < longCharacters ? undefined : (step: string) => io.err(`${step} …`);
  try {
    const generated = await generateAdapter(text, { ...options, ...(onProgress && { onProgress }) });
    if (target !== undefined) write(target, generated.text);
    report(generated, target && shownPath(target, io.cwd), values.json, io);
    return true;
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    refuse(document, error, values.json, io);
    return false;
  }
};

const optionsOf = ({ name, baseUrl, bearer, tag, include, exclude, limit }: GenerateValues): GenerateOptions => {
  const number = limit === undefined ? undefined : Number(limit);
  if (number !== undefined && (!Number.isSafeInteger(number) || number < 1 || number > 2000)) {
    throw new UsageError(`--limit must be a whole number from 1 to 2000, not '${limit}'.`);
  }
  if (bearer !== undefined && !/^[A-Z_][A-Z0-9_]{0,127}$/.test(bearer)) {
    // The value may be a token, so it is not shown.
    throw new UsageError('--bearer takes the name of an environment variable, such as PETS_TOKEN, not a token.');
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
  { name, text, report: found }: GeneratedAdapter,
  file: string | undefined,
  json: boolean,
  io: Io,
): void => {
  if (json) {
    io.out(
      JSON.stringify(
        { ok: true, name, ...(file === undefined ? { adapter: text } : { file }), report: found },
        null,
        2,
      ),
    );
    return;
  }
  const say = file === undefined ? io.err : io.out;
  if (file === undefined) io.out(text.trimEnd());
  else io.out(`Wrote ${file}, the adapter '${name}'.`);
  say(
    renderReport(found)
      .split('\n')
      .map((line) => visible(line))
      .join('\n'),
  );
  if (file !== undefined) io.out(`\nSee what it offers: recourse serve aql --adapter ${file}`);
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
