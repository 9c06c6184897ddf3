import { cleanText } from '@recourse/github';
import type { WholePull } from '../shapes/pull.ts';

/** Something that refuses a merge: the guard, and the check, reviewer, method or rule concerned. */
export interface Blocker {
  readonly guard: 'conflict' | 'behind' | 'check' | 'review' | 'draft' | 'closed' | 'merged' | 'method' | 'rule';
  readonly name?: string;
  readonly state?: string;
  /** Where the rule was found. */
  readonly source: (typeof blockerSources)[number];
}

/** The places where rules are read; `graphql` is GitHub's own verdict. */
export const blockerSources = ['pull_request', 'repository', 'protection', 'ruleset', 'graphql'] as const;

/** Lists the blockers that the pull request itself shows. The rules behind `blocked` are read separately. */
export const blockersOf = (pull: WholePull): readonly Blocker[] => {
  const source = 'pull_request';
  if (pull.merged) return [{ guard: 'merged', source }];
  if (pull.state !== 'open') return [{ guard: 'closed', source }];
  const blockers: Blocker[] = [];
  if (pull.draft) blockers.push({ guard: 'draft', source });
  if (pull.mergeable === false) blockers.push({ guard: 'conflict', name: pull.base.ref, source });
  return blockers;
};

const named = (name: string | undefined): string => (name === undefined ? '' : ` '${cleanText(name, 100)}'`);

/** A blocker in a few words. */
export const wordsOf = ({ guard, name, state }: Omit<Blocker, 'source'>): string => {
  switch (guard) {
    case 'conflict':
      return `a conflict with the base branch${named(name)}`;
    case 'behind':
      return `it is behind the base branch${named(name)}`;
    case 'check':
      return `required check${named(name)} is ${state ?? 'missing'}`;
    case 'review':
      if (state === 'changes_requested')
        return name === undefined ? 'changes are requested' : `changes requested by${named(name)}`;
      return state === 'probably_missing'
        ? 'an approving review is probably missing (this token cannot read the rules)'
        : 'an approving review is missing';
    case 'draft':
      return 'it is a draft';
    case 'closed':
      return 'it is closed';
    case 'merged':
      return 'it is already merged';
    case 'method':
      return `the merge method${named(name)} is not allowed`;
    case 'rule':
      return state === undefined
        ? 'a rule of the base branch that this token cannot read'
        : `rule '${cleanText(state, 100)}' of the base branch${named(name)}`;
  }
};
