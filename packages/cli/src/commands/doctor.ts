import { exitCodes, UsageError } from '../command.ts';
import type { Command } from '../command.ts';
import { parseOptions, stateHelp, stateOptions } from '../state/state-options.ts';
import { version } from '../version.ts';

const limitMs = 8000;

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'look whether servers can run here, and say what to do',
  help: `Usage: recourse doctor [--port <port>] [--json]

Looks at what servers need in this folder: Node, the configuration, the store
and its key, the port, git, a browser, and the clients that name Recourse. Each
finding is fine, advice or broken, and says what to do. Nothing is changed, no
secret is shown, and it ends within seconds.

  --port PORT     the port that is to be served on; 8788 unless given
${stateHelp}
  --json          {ok, version, findings: [{check, verdict, says, todo}]}

Ends with 1 where something is broken.`,
  run: async (commandArguments, io) => {
    const { json, port, ...choice } = parseOptions(commandArguments, {
      ...stateOptions,
      port: { type: 'string', default: '8788' },
    });
    if (!/^\d{1,5}$/u.test(port) || Number(port) < 1 || Number(port) > 65_535) {
      throw new UsageError(`--port is a number from 1 to 65535, not '${port}'.`);
    }
    const [{ checks }, { runChecks }, { doctorReport }] = await Promise.all([
      import('../doctor/checks/index.ts'),
      import('../doctor/run-checks.ts'),
      import('../doctor/doctor-report.ts'),
    ]);
    const { platform, versions } = process;
    const context = { io, choice, port: Number(port), platform, node: versions.node };
    const findings = await runChecks(checks, context, limitMs);
    const ok = findings.every(({ verdict }) => verdict !== 'broken');
    io.out(json ? JSON.stringify({ ok, version: version(), findings }, null, 2) : doctorReport(findings, io));
    return ok ? exitCodes.clean : exitCodes.findings;
  },
};
