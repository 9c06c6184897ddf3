import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';
import { parseOptions, stateOptions } from '../state/state-options.ts';
import { version } from '../version.ts';

const limitMs = 8000;

/** Runs `recourse doctor`. */
export const run: Run = async (commandArguments, io) => {
  const { json, port, ...choice } = parseOptions(commandArguments, {
    ...stateOptions,
    port: { type: 'string', default: '8788' },
  });
  if (!/^\d{1,5}$/u.test(port) || Number(port) < 1 || Number(port) > 65_535) {
    throw new UsageError(`--port must be a whole number from 1 to 65535, not '${port}'.`);
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
};
