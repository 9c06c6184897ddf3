import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { lint } from '../lint/lint.ts';
import { renderReport } from '../lint/report/render-report.ts';
import { parseArguments } from '../parse-arguments.ts';

/** Runs `recourse lint`. */
export const run: Run = async (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, { json: { type: 'boolean' } });
  const report = await lint(positionals, { cwd: io.cwd });
  io.out(values.json ? JSON.stringify(report, null, 2) : renderReport(report, io.colours));
  return report.findings.length === 0 ? exitCodes.clean : exitCodes.findings;
};
