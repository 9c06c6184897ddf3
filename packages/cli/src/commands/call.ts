import { UsageError } from '../command.ts';
import type { Command } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';

export const callCommand: Command = {
  name: 'call',
  summary: 'call a tool of any MCP server, and recover where it fails',
  help: `Usage: recourse call <server> [<tool>] [--arg name=value]... [options]
       recourse call [<tool>] [--arg name=value]... [options] -- <program...>

Calls a tool. Where the call fails and says what to do, that is done, as far as
it is safe: waited, retried, corrected, looked up, verified. Every step is shown
on stderr as it is taken, the result goes to stdout. Without a tool, those that
the server has are listed.

A server is one that 'recourse serve' knows (github, coverage, fixture), the
path of a module, the address of an MCP endpoint, or the program behind --,
which is started without a shell.

  --arg <name=value>  an argument, typed by the tool's own schema; repeated, a
                      list; name:=json for any JSON
  --args <json>       all arguments as a JSON object, @file, or - for stdin;
                      --arg stands above it
  --list              the tools, or with a tool its arguments
  --allow <tool>      let next actions of a failure call this tool; repeatable
  --attempts <n>      calls in all, looks among them (default: 4)
  --seconds <n>       for all of it (default: 60)
  --keys <file>       keep the keys of calls in doubt: the same command later
                      asks for the outcome, and does nothing twice. One call
                      at a time may use a file
  --bearer <NAME>     the environment variable with the key for an address
  --rest              the address is a REST door: http://host/<server>
  --stdio             the server is the program behind --
  --json              {ok, server, tool, end, why, exit_code, in_doubt, calls,
                      elapsed_ms, failure, result, steps}

What asks for a confirmation is shown and asked about at a terminal; only y or
yes is a yes, and there is no option to say it beforehand. Without a terminal
nothing is confirmed. Ctrl-C takes the call back, and says whether it may have
taken effect.

Exit code:
  0    succeeded, or verified    4    a person has to do something
  1    handed over: the failure  5    denied: nobody said yes
       is yours to act on        6    given up, or the server is not there
  2    wrong call                130  cancelled
  3    in doubt: it may have taken effect

Examples:
  recourse call github get_pull_request --arg repo=mira/tidewater \\
    --arg prNumber=3
  recourse call http://127.0.0.1:8788/mcp search --args '{"query":"tide"}'
  recourse call http://127.0.0.1:8788/github --rest --list
  recourse call echo --arg message=hi -- npx -y some-server`,
  run: async (commandArguments, io) => {
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
    if (values.stdio && !program) throw new UsageError('--stdio takes the program of the server behind --.');
    const [server, tool, ...more] = program ? [undefined, ...positionals] : positionals;
    if (more.length > 0) throw new UsageError(`'${more.join(' ')}' is too much: arguments are given with --arg.`);
    const attempts = countOf('attempts', values.attempts, 100);
    const seconds = countOf('seconds', values.seconds, 86_400);
    // The client, and with it the SDK, are of no use to any other command.
    const [{ findTarget }, { runCall }] = await Promise.all([
      import('../calling/target.ts'),
      import('../calling/run-call.ts'),
    ]);
    const target = findTarget({ server, program, rest }, io);
    return runCall({ target, tool, list, given: { arg, args }, allow, attempts, seconds, keys, bearer, json }, io);
  },
};

const countOf = (option: string, text: string | undefined, most: number): number | undefined => {
  if (text === undefined) return undefined;
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > most) throw new UsageError(`--${option} takes a number from 1 to ${most}.`);
  return count;
};
