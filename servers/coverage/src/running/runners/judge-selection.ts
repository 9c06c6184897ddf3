import { judgeCharacters, isOptionLike } from '../input/judge-text.ts';
import { reject } from '../input/rejection.ts';
import type { Rejection } from '../plan.ts';

type Selection = readonly string[] | Rejection;

/** Applies the rules for every argument that is not a flag, then those of the runner. */
export const judgeSelection = async (
  field: string,
  value: string,
  judge: () => Promise<Selection> | Selection,
): Promise<Selection> => {
  const hidden = judgeCharacters(field, value);
  if (hidden) return hidden;
  if (isOptionLike(value)) return refuseSelection(field, value, 'it starts with a hyphen');
  if (value.startsWith('@'))
    return refuseSelection(field, value, "it starts with '@' and could be read as an argument file");
  if (/^[A-Za-z_][A-Za-z0-9_]*=/.test(value)) return refuseSelection(field, value, 'it sets an environment variable');
  return judge();
};

/** Refuses a test file, folder or package, and says what to name instead unless told otherwise. */
export const refuseSelection = (
  field: string,
  value: string,
  reason: string,
  remediation = `Set ${field} to a test file or folder of the project, as a path that starts with ./, or omit it and filter by name with {run}.`,
): Rejection => reject('INPUT_REJECTED_OTHER', { field, value, reason, remediation });
