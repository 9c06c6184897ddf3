import { cleanText } from '@recourse/github';
import type { WholePull } from '../shapes/pull.ts';

/** What refuses a merge: which guard, and about which check, reviewer or method. */
export interface Blocker {
  readonly guard: 'conflict' | 'behind' | 'check' | 'review' | 'draft' | 'closed' | 'merged' | 'method' | 'rule';
  readonly name?: string;
  readonly state?: string;
}

/** What the pull request itself says. The rules behind `blocked` have to be looked up. */
export const blockersOf = (pull: WholePull): readonly Blocker[] => {
  if (pull.merged) return [{ guard: 'merged' }];
  if (pull.state !== 'open') return [{ guard: 'closed' }];
  const blockers: Blocker[] = [];
  if (pull.draft) blockers.push({ guard: 'draft' });
  if (pull.mergeable === false) blockers.push({ guard: 'conflict', name: pull.base.ref });
  if (pull.mergeable_state === 'behind') blockers.push({ guard: 'behind', name: pull.base.ref });
  return blockers;
};

const named = (name: string | undefined): string => (name === undefined ? '' : ` '${cleanText(name, 100)}'`);

/** A blocker in a few words. */
export const wordsOf = ({ guard, name, state }: Blocker): string => {
  switch (guard) {
    case 'conflict':
      return `a conflict with the base branch${named(name)}`;
    case 'behind':
      return `it is behind the base branch${named(name)}`;
    case 'check':
      return `required check${named(name)} is ${state ?? 'missing'}`;
    case 'review':
      if (state === 'changes_requested') return `changes requested by${named(name)}`;
      return state === 'probably_missing'
        ? 'an approving review, most likely; the token may not read the rules'
        : 'an approving review is missing';
    case 'draft':
      return 'it is a draft';
    case 'closed':
      return 'it is closed';
    case 'merged':
      return 'it is merged already';
    case 'method':
      return `the repository does not allow the method${named(name)}`;
    case 'rule':
      return 'a rule of the base branch that this token may not read';
  }
};
