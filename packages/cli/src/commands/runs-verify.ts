import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RunVerification } from '@recourse/runs';
import { exitCodes } from '../command.ts';
import type { ExitCode, Io, Run } from '../command.ts';
import { OperatorError, UsageError } from '../errors/operator-error.ts';
import { cannot } from '../errors/system-error.ts';
import { parseArguments } from '../parse-arguments.ts';
import { withRuns } from '../runs/with-runs.ts';
import { onlyName, stateOptions } from '../state/state-options.ts';
import { visible } from '../terminal/visible.ts';

/** Runs `recourse runs verify`. */
export const run: Run = async (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, { ...stateOptions, head: { type: 'string' } });
  const name = onlyName(positionals, 'run or a bundle');
  const { head, json } = values;
  if (head !== undefined && !/^[0-9a-f]{64}$/.test(head)) {
    throw new UsageError("--head must be a head that 'recourse runs verify' or 'recourse runs export' printed.");
  }
  const file = path.resolve(io.cwd, name);
  const show = (verification: RunVerification): ExitCode => showVerification(withHead(verification, head), json, io);
  if (!existsSync(file)) return withRuns(io, values, async (runs) => show(await runs.verify(name)));
  return show(await verifyFile(file, name));
};

const verifyFile = async (file: string, name: string): Promise<RunVerification> => {
  const { verifyBundle, ZipError } = await import('@recourse/runs');
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw cannot(`read ${name}`, error);
  }
  try {
    return await verifyBundle(bytes);
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    throw new OperatorError('FILE_INVALID', `${name} is not a run bundle: ${error.message}.`, { cause: error });
  }
};

const withHead = (verification: RunVerification, head: string | undefined): RunVerification => {
  if (head === undefined || head === verification.head) return verification;
  const problem = {
    part: 'events',
    place: String(verification.events),
    problem: 'the head differs from the one given with --head',
  } as const;
  return { ...verification, ok: false, problems: [...verification.problems, problem] };
};

const showVerification = (verification: RunVerification, json: boolean, io: Io): ExitCode => {
  const { ok, run_id, events, artifacts, head, problems } = verification;
  if (json) io.out(JSON.stringify(verification, null, 2));
  else if (ok) io.out(`✓ ${run_id} is intact. Events: ${events}. Artifacts: ${artifacts}.\n  head  ${head}`);
  else {
    const lines = problems.map(({ part, place, problem }) => `  ${part} ${visible(place)}: ${visible(problem)}`);
    io.out([`✗ ${run_id} is not intact:`, ...lines].join('\n'));
  }
  return ok ? exitCodes.clean : exitCodes.findings;
};
