import type { Run } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';
import { parseArguments } from '../parse-arguments.ts';

/** Runs `recourse call`. */
export const run: Run = async (commandArguments, io) => {
  const separator = commandArguments.indexOf('--');
  const program = separator === -1 ? undefined : commandArguments.slice(separator + 1);
  const { values, positionals } = parseArguments(
    separator === -1 ? commandArguments : commandArguments.slice(0, separator),
    {
      arg: { type: 'string', multiple: true, default: [] },
      args: { type: 'string' },
      list: { type: 'boolean', default: false },
      allow: { type: 'string', multiple: true, default: [] },
      attempts: { type: 'string' },
      seconds: { type: 'string' },
      keys: { type: 'string' },
      bearer: { type: 'string' },
      rest: { type: 'boolean', default: false },
      stdio: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  );
  const { arg, args, list, allow, keys, bearer, rest, json } = values;
  if (values.stdio && !program)
    throw new UsageError("With --stdio, put the command that starts the server after '--'.");
  const [server, tool, ...more] = program ? [undefined, ...positionals] : positionals;
  if (more.length > 0) throw new UsageError(`Unexpected '${more.join(' ')}': pass arguments with --arg.`);
  const attempts = countOf('attempts', values.attempts, 100);
  const seconds = countOf('seconds', values.seconds, 86_400);
  // A wrong command line need not load the client and the SDK.
  const [{ findTarget }, { runCall }] = await Promise.all([
    import('../calling/target.ts'),
    import('../calling/run-call.ts'),
  ]);
  const target = findTarget({ server, program, rest }, io);
  return runCall({ target, tool, list, given: { arg, args }, allow, attempts, seconds, keys, bearer, json }, io);
};

const countOf = (option: string, text: string | undefined, most: number): number | undefined => {
  if (text === undefined) return undefined;
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > most) throw new UsageError(`--${option} must be a whole number from 1 to ${most}.`);
  return count;
};
