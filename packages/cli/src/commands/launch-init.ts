import { access, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exitCodes } from '../command.ts';
import type { Io, Run } from '../command.ts';
import { OperatorError, UsageError } from '../errors/operator-error.ts';
import { stopSignal } from '../events/stop-signal.ts';
import { askFacts } from '../launch/ask-facts.ts';
import { readRepository } from '../launch/read-repository.ts';
import { parseArguments } from '../parse-arguments.ts';

const usualName = 'run_config.yaml';

/** Runs `recourse launch init`. */
export const run: Run = async (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, {
    product: { type: 'string' },
    name: { type: 'string' },
    repository: { type: 'string' },
    ref: { type: 'string' },
    site: { type: 'string' },
  });
  if (positionals.length > 1) throw new UsageError(`Specify one file, not ${positionals.length}.`);
  const named = positionals[0] ?? usualName;
  const file = path.resolve(io.cwd, named);
  const { signal, release } = stopSignal(io);
  try {
    if (await exists(file)) {
      if (!io.ask) {
        const hint = 'Choose another file, or remove this one.';
        throw new OperatorError('FILE_INVALID', `${named} already exists.`, { hint });
      }
      if (!(await isWanted(`${named} exists. Overwrite it? [y/N] `, io, signal))) return cancelled(io);
    }
    const given = {
      ...(values.product !== undefined && { product_slug: values.product }),
      ...(values.name !== undefined && { product_name: values.name }),
      ...(values.repository !== undefined && { github_repo_url: values.repository }),
      ...(values.ref !== undefined && { github_ref: values.ref }),
      ...(values.site !== undefined && { site_repo_url: values.site }),
    };
    const facts = await askFacts({ ...(await readRepository(io.cwd)), ...given }, io, signal);
    if (!facts) return cancelled(io);
    const { readConfigText, writeConfig } = await import('@recourse/server-launch');
    const text = writeConfig(facts);
    const read = readConfigText(text);
    if (!read.ok) {
      for (const { message } of read.problems) io.err(message);
      throw new UsageError('The configuration would be invalid. Nothing was written.');
    }
    await writeFile(file, text);
    io.out(`Wrote ${named}. Next: recourse launch start ${named} --watch`);
    return exitCodes.clean;
  } finally {
    release();
  }
};

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

const isWanted = async (question: string, { ask }: Io, signal: AbortSignal): Promise<boolean> =>
  /^y(?:es)?$/i.test((await ask?.(question, signal))?.trim() ?? '');

const cancelled = (io: Io) => {
  io.err('Nothing was written.');
  return exitCodes.cancelled;
};
