import { judgePath } from '@recourse/engine/untrusted-values';
import type { Refusal } from '@recourse/engine/untrusted-values';
import type { Stats } from 'node:fs';
import type { Rejection } from '../plan.ts';
import { reject } from './rejection.ts';

/** A file, a folder or nothing yet, inside the root. */
export interface Place {
  /** From the root down, with `/`; `.` for the root itself. */
  readonly relative: string;
  /** The path as an argument. It cannot be read as an option, an argument file or a name from elsewhere. */
  readonly argument: string;
  readonly type: 'file' | 'folder' | 'nothing';
}

/** Refuses a path that leads out of the root, by itself or by a link. */
export const judgePlace = async (field: string, value: string, root: string): Promise<Place | Rejection> => {
  const judged = await judgePath(root, value);
  if (!judged.ok) return rejectPath(field, value, judged);
  const { relative } = judged.path;
  return { relative, argument: asArgument(relative), type: await typeOf(() => judged.path.stat()) };
};

/** A relative path as an argument: `./` keeps what it starts with from meaning anything. */
const asArgument = (relative: string): string => (/^[A-Za-z0-9_.]/.test(relative) ? relative : `./${relative}`);

const rejectPath = (field: string, value: string, { rule, reason }: Refusal): Rejection =>
  reject(rule === 'too_long' || rule === 'special_file' ? 'INPUT_REJECTED_OTHER' : 'INPUT_REJECTED_PATH_SCOPE', {
    field,
    value,
    reason,
    remediation: 'Use a path inside the project root.',
  });

const typeOf = async (stat: () => Promise<Stats>): Promise<Place['type']> => {
  try {
    return (await stat()).isDirectory() ? 'folder' : 'file';
  } catch {
    return 'nothing';
  }
};
