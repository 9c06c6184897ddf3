import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse lint`. */
export const help = `Usage: recourse lint [dir…] [--json]

Reads TypeScript and JavaScript sources without running them. Compares the codes
that they declare (defineCodes, definePluginCodes, addAdapter) with the codes
that they produce (fail, warn, and the code of an envelope written by hand), and
the errors of each tool (defineTool, defineOperation) with the codes that its
handler uses. Pass all directories that belong together at once; the default is
the current directory.

Skips tests (*.test.*, *.spec.*, test, tests, testing, __tests__, fixtures,
bench), node_modules, dist, build, coverage, hidden folders, folders in
.gitignore, and links. Generated files declare codes but produce none. A file
with @recourse-example in its first comment counts as producing none.

  --json   {files, codes: {declared, produced}, findings: [{rule, file, line,
           column, code, message, hint}], notes: [{rule, file, line, column,
           message}]}

Rules:
  unregistered-code       a code is produced that no registry declares
  unused-code             a code is declared, not reserved, and never produced
  reserved-code-produced  a code that is reserved in its registry is produced
  foreign-plugin-code     '<plugin>.CODE' is produced outside the plugin, or is
                          not one of its codes
  duplicate-code          a code is declared twice in a namespace
  redefined-core-code     a registry declares a code that is a core code
  undeclared-tool-code    a handler fails with a code that its tool does not
                          declare
  unused-tool-code        a tool declares a code that its handler never uses
  parse-error             a file cannot be read or parsed
  file-too-large          a file is larger than 2 MiB
  too-many-files          there are more than 20,000 files
  nothing-scanned         no file was read

Notes are not findings. They report a code (dynamic-code), a registry
(dynamic-declaration) or a tool (dynamic-tool) that is known only at run time.
In a package with a dynamic-code note, every code that appears as a value counts
as produced. A tool is dynamic if its definition, errors or handler are in
another file, if its handler passes 'call' or 'fail' to other code, or if it
declares a code that could be in a value that its handler returns but did not
create. Failures that other functions throw are not detected: return them
instead.

${exitHelp('lint')}

Example:
  recourse lint packages servers`;
