import type { Failure } from '@recourse/contract';
import type { Finding, GuardSettings } from '@recourse/engine';
import { registry } from '../codes.ts';
import { showText } from '../strangers/show-text.ts';

/** What is wrong with a path although it lies inside the project. */
const unusable: ReadonlySet<string> = new Set(['special_file', 'form', 'too_long', 'empty', 'missing', 'wrong_type']);

const refusedPath = (finding: Finding): Failure => {
  const { param_name: field, rule, reason, value = '' } = finding;
  if (rule === 'control_chars') return refusedCharacters(finding);
  const shown = showText(value, 200);
  if (unusable.has(rule)) {
    return registry.fail('OP_INVALID_PATH', { path: shown, field, reason }, { hint: adviceFor(finding) });
  }
  return registry.fail('INPUT_REJECTED_PATH_SCOPE', { field, value: shown, reason });
};

const adviceFor = ({ rule, param_name: field, reason }: Finding): string =>
  rule === 'form' ? `Send ${field} as a path that fits: ${reason}.` : 'Use a path inside the working directory.';

const refusedReference = (finding: Finding): Failure => {
  const { param_name: field, rule, reason, value = '' } = finding;
  if (rule === 'control_chars') return refusedCharacters(finding);
  const shown = showText(value, 200);
  if (rule === 'metacharacter') {
    return registry.fail('INPUT_REJECTED_SHELL_METACHAR', { field, value: shown });
  }
  return registry.fail(
    'INPUT_REJECTED_OTHER',
    { field, value: shown, reason },
    { hint: `Send ${field} as a branch, tag or commit, such as main or HEAD~1.` },
  );
};

const refusedCharacters = ({ param_name: field, more = {} }: Finding): Failure => {
  const { code_point: codePoint, offset } = more;
  return registry.fail('INPUT_REJECTED_CONTROL_CHARS', {
    field,
    ...(typeof codePoint === 'string' && { code_point: codePoint }),
    ...(typeof offset === 'number' && { offset }),
  });
};

/** The guards' refusals in the codes of the contract. */
export const guardRefusals: Pick<GuardSettings, 'refusals' | 'refusalCodes'> = {
  refusals: { path: refusedPath, gitRef: refusedReference },
  refusalCodes: [
    'INPUT_REJECTED_PATH_SCOPE',
    'INPUT_REJECTED_CONTROL_CHARS',
    'INPUT_REJECTED_SHELL_METACHAR',
    'INPUT_REJECTED_OTHER',
    'OP_INVALID_PATH',
  ],
};
