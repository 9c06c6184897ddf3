import { exitCodes } from '../command.ts';
import type { Command } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';

/** `recourse lint`: the mirror between the codes that sources declare and those that they produce. */
export const lintCommand: Command = {
  name: 'lint',
  summary: 'fail when the codes that sources produce and declare differ',
  help: `Usage: recourse lint [dir…] [--json]

Reads TypeScript and JavaScript sources, without running them, and compares the
codes that they declare (defineCodes, definePluginCodes, addAdapter) with those that
they produce (fail, warn, and the code of an envelope written by hand), and the
errors of each tool (defineTool, defineOperation) with the codes that its handler
uses. Give all directories that belong together at once, or none for the current one.

Not read: tests (*.test.*, *.spec.*, test, tests, testing, __tests__, fixtures, bench),
node_modules, dist, build, coverage, hidden folders, folders that .gitignore
names, and links. Generated files declare codes and produce none. The codes of a
file with @recourse-example in its first comment are shown, not produced.

  --json   {files, codes: {declared, produced}, findings: [{rule, file, line,
           column, code, message, hint}], notes: [{rule, file, line, column, message}]}

Rules:
  unregistered-code       a code is produced that no registry declares
  unused-code             a code is declared, not reserved, and never produced
  reserved-code-produced  a code that its registry reserves is produced
  foreign-plugin-code     '<plugin>.CODE' outside the plugin, or not one of its codes
  duplicate-code          a code is declared twice in a namespace
  redefined-core-code     a registry declares a code of the core
  undeclared-tool-code    a handler fails with a code that its tool does not declare
  unused-tool-code        a tool declares a code that its handler never fails with
  parse-error             a file cannot be read or parsed
  file-too-large          a file is larger than 2 MiB
  too-many-files          there are more than 20,000 files
  nothing-scanned         no file was read

Notes are no findings: a code (dynamic-code), a registry (dynamic-declaration) or a
tool (dynamic-tool) that only running the program would tell. In a package with a
dynamic-code, every code that it writes as a value may be produced, and is not
called unused. A tool is dynamic when its definition, errors or handler stand in
another file, when its handler hands call or fail on, and when it declares a code
that could be in something its handler returns and did not make. Failures that
other functions throw are not seen: return them.

Exit code: 0 clean, 1 findings, 2 wrong call.

Example:
  recourse lint packages servers`,
  run: async (commandArguments, io) => {
    const { values, positionals } = parseArguments(commandArguments, {
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    });
    if (values.help) {
      io.out(lintCommand.help);
      return exitCodes.clean;
    }
    // The parser is a library of its own, and every other command starts faster without it.
    const [{ lint }, { renderReport }] = await Promise.all([import('./lint.ts'), import('./report/render-report.ts')]);
    const report = await lint(positionals, { cwd: io.cwd });
    io.out(values.json ? JSON.stringify(report, null, 2) : renderReport(report, io.colours));
    return report.findings.length === 0 ? exitCodes.clean : exitCodes.findings;
  },
};
