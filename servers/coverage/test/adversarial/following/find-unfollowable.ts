import type { Finding } from '../judge.ts';
import type { BuiltProject } from '../projects/build.ts';
import { serve } from '../serve.ts';
import type { ServedProject } from '../serve.ts';
import { follow, formOf } from './follow.ts';

/** The advice that was followed before, in any project. */
const followed = new Set<string>();

const isNew = (form: string): boolean => {
  const before = followed.size;
  return followed.add(form).size > before;
};

export interface UnfollowableOptions {
  readonly served: ServedProject;
  readonly project: BuiltProject;
  /** Whether all advice is followed, or each kind of it once in the whole suite. */
  readonly whole: boolean;
}

/** Takes the advice of refusals at its word. Each of them is a finding: a miss where the call is never accepted. */
export const findUnfollowable = async (
  findings: readonly Finding[],
  { served, project, whole }: UnfollowableOptions,
): Promise<readonly Finding[]> => {
  let started: Promise<ServedProject> | undefined;
  const operator = (): Promise<ServedProject> => (started ??= serve(project, { mode: 'ci' }));
  const found: Finding[] = [];
  try {
    for (const { case: given, miss, answer } of findings) {
      if (given.kind !== 'hostile' || miss !== undefined || !answer) continue;
      if (!whole && !isNew(formOf(answer))) continue;
      found.push({ case: given, way: 'followed', miss: await follow(given, { served, operator, project }) });
    }
    return found;
  } finally {
    await (await started)?.close();
  }
};
