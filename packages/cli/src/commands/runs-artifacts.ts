import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ArtifactEntry, Runs } from '@recourse/runs';
import { exitCodes } from '../command.ts';
import type { ExitCode, Io, Run } from '../command.ts';
import { cannot } from '../errors/system-error.ts';
import { UsageError } from '../errors/operator-error.ts';
import { parseArguments } from '../parse-arguments.ts';
import { withRuns } from '../runs/with-runs.ts';
import { stateOptions } from '../state/state-options.ts';
import { table } from '../terminal/table.ts';
import { visible } from '../terminal/visible.ts';

/** Runs `recourse runs artifacts`. */
export const run: Run = (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, { ...stateOptions, output: { type: 'string' } });
  const [id, key, ...others] = positionals;
  if (id === undefined || others.length > 0) throw new UsageError('Specify a run and at most one of its artifacts.');
  if (values.output !== undefined && key === undefined) throw new UsageError('--output needs the KEY of an artifact.');
  return withRuns(io, values, (runs) =>
    key === undefined ? list(runs, id, values.json, io) : show(runs, id, key, { ...values, io }),
  );
};

const list = async (runs: Runs, id: string, json: boolean, io: Io): Promise<ExitCode> => {
  const { artifacts } = await runs.status(id);
  const rowOf = ({ key, content_type, bytes, sha256 }: ArtifactEntry & { readonly key: string }) => [
    visible(key),
    content_type,
    String(bytes),
    sha256,
  ];
  if (json) io.out(JSON.stringify({ artifacts }, null, 2));
  else if (artifacts.length === 0) io.out('The run has no artifacts.');
  else io.out(table(['ARTIFACT', 'TYPE', 'BYTES', 'SHA-256'], artifacts.map(rowOf), io));
  return exitCodes.clean;
};

interface ShowOptions {
  readonly json: boolean;
  readonly output?: string | undefined;
  readonly io: Io;
}

const show = async (runs: Runs, id: string, key: string, { json, output, io }: ShowOptions): Promise<ExitCode> => {
  const { content, ...entry } = await runs.artifact(id, key);
  const bytes = Buffer.from(content);
  const isText = /^(?:text\/|application\/(?:[\w.-]+\+)?json)/u.test(entry.content_type);
  if (output !== undefined) {
    try {
      writeFileSync(path.resolve(io.cwd, output), bytes);
    } catch (error) {
      throw cannot(`write ${output}`, error);
    }
    io.out(json ? JSON.stringify({ ...entry, output }, null, 2) : `Wrote ${bytes.length} bytes to ${output}.`);
  } else if (json) {
    const shown = isText ? bytes.toString() : bytes.toString('base64');
    io.out(JSON.stringify({ ...entry, encoding: isText ? 'utf-8' : 'base64', content: shown }, null, 2));
  } else if (isText) io.out(bytes.toString());
  else throw new UsageError(`'${key}' is binary (${entry.content_type}). Write it to a file with --output FILE.`);
  return exitCodes.clean;
};
