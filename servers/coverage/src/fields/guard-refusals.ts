import type { Failure } from '@recourse/contract';
import type { GuardSettings } from '@recourse/engine';
import type { Finding } from '@recourse/engine/guarded-fields';
import { registry } from '../codes.ts';
import { showText } from '../untrusted/show-text.ts';

/** Rules that a path inside the project can break. */
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

/** What to send instead, by the rule that was broken; the contract's own advice is for paths that cannot be read. */
const adviceFor = ({ rule, param_name: field, reason }: Finding): string => {
  switch (rule) {
    case 'form':
      return `Set ${field} to a path that ${reason.replace('it must end', 'ends')}.`;
    case 'special_file':
      return `Set ${field} to the path of a regular file.`;
    case 'too_long':
      return `Set ${field} to a shorter path.`;
    default:
      return 'Use a path inside the working directory.';
  }
};

const refusedReference = (finding: Finding): Failure => {
  const { param_name: field, rule, reason, value = '' } = finding;
  if (rule === 'control_chars') return refusedCharacters(finding);
  const shown = showText(value, 200);
  // A reference may hold none of the brackets and quotes that the contract's own advice does not mention.
  const hint = { hint: `Set ${field} to a branch, tag or commit, such as main or HEAD~1.` };
  return rule === 'metacharacter'
    ? registry.fail('INPUT_REJECTED_SHELL_METACHAR', { field, value: shown }, hint)
    : registry.fail('INPUT_REJECTED_OTHER', { field, value: shown, reason }, hint);
};

const refusedCharacters = ({ param_name: field, more = {} }: Finding): Failure => {
  const { code_point: codePoint, offset } = more;
  return registry.fail(
    'INPUT_REJECTED_CONTROL_CHARS',
    {
      field,
      ...(typeof codePoint === 'string' && { code_point: codePoint }),
      ...(typeof offset === 'number' && { offset }),
    },
    typeof codePoint === 'string' ? { hint: `Strip control bytes: send ${field} without ${codePoint}.` } : {},
  );
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
