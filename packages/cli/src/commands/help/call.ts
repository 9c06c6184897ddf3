import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse call`. */
export const help = `Usage: recourse call <server> [<tool>] [--arg name=value]... [options]
       recourse call [<tool>] [--arg name=value]... [options] -- <command...>

Calls a tool. If the call fails and the failure says how to recover, recourse
does so where that is safe: it waits, retries, corrects arguments, looks up
values and verifies outcomes. Each step is shown on stderr; the result goes to
stdout. Without a tool, lists the tools of the server.

<server> is a server that 'recourse serve' knows (github, coverage, fixture),
the path of a module, or the URL of an MCP endpoint. <command> starts an MCP
server and is run without a shell.

  --arg <name=value>  an argument, converted to the type in the tool's schema;
                      repeat it for a list; name:=json for any JSON value
  --args <json>       all arguments as a JSON object, @file, or - for stdin;
                      --arg overrides it
  --list              list the tools, or with a tool its arguments
  --allow <tool>      call this tool too if a failure suggests it as the next
                      action; repeatable
  --attempts <n>      the maximum number of calls, including lookups
                      (default: 4); checking an unknown outcome does not count
  --seconds <n>       the maximum total time in seconds (default: 60)
  --keys <file>       keep the keys of calls with an unknown outcome in this
                      file: running the same command again later asks for the
                      outcome instead of repeating the effect. Only one call
                      at a time can use a file
  --bearer <NAME>     environment variable with the bearer key that the server
                      at the URL requires
  --rest              the URL is a REST endpoint: http://host/<server>
  --stdio             the server is the command after --
  --json              {ok, server, tool, end, why, exit_code, in_doubt, calls,
                      elapsed_ms, failure, result, steps}

A call that needs confirmation is shown on the terminal, and only y or yes
confirms it. No option confirms calls, and without a terminal none are
confirmed. Ctrl-C cancels the call and reports whether it may have taken effect.

${exitHelp('call')}

Examples:
  recourse call github get_pull_request --arg repo=mira/tidewater \\
    --arg prNumber=3
  recourse call http://127.0.0.1:8788/mcp search --args '{"query":"tide"}'
  recourse call http://127.0.0.1:8788/github --rest --list
  recourse call echo --arg message=hi -- npx -y some-server`;
