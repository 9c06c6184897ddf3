import { duplicateCode } from './duplicate-code.ts';
import { fileTooLarge } from './file-too-large.ts';
import { foreignPluginCode } from './foreign-plugin-code.ts';
import { nothingScanned } from './nothing-scanned.ts';
import { parseError } from './parse-error.ts';
import { redefinedCoreCode } from './redefined-core-code.ts';
import { reservedCodeProduced } from './reserved-code-produced.ts';
import type { Rule } from './rule.ts';
import { tooManyFiles } from './too-many-files.ts';
import { undeclaredToolCode } from './undeclared-tool-code.ts';
import { unregisteredCode } from './unregistered-code.ts';
import { unusedCode } from './unused-code.ts';
import { unusedToolCode } from './unused-tool-code.ts';

/** Every rule of the lint. */
export const rules: readonly Rule[] = [
  unregisteredCode,
  unusedCode,
  reservedCodeProduced,
  foreignPluginCode,
  duplicateCode,
  redefinedCoreCode,
  undeclaredToolCode,
  unusedToolCode,
  parseError,
  fileTooLarge,
  tooManyFiles,
  nothingScanned,
];
