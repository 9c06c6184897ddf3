import type { NextAction } from '@recourse/contract';
import type { Blocker } from './blockers.ts';
import type { MergeMethod } from './merge-rules.ts';

interface About {
  readonly repo: string;
  readonly prNumber: number;
  readonly headSha: string;
  /** The methods that may be used; one of them is named where the method is what blocks. */
  readonly allowed?: readonly MergeMethod[] | undefined;
}

const mostActions = 3;

/** The calls to make about blockers, in their order and each once. */
export const nextActionsFor = (blockers: readonly Blocker[], about: About): NextAction[] => {
  const actions = new Map(
    blockers.map((blocker) => nextActionFor(blocker, about)).map((action) => [JSON.stringify(action), action]),
  );
  return [...actions.values()].slice(0, mostActions);
};

/** The call to make about a blocker: it clears it, or shows what has to be cleared. */
export const nextActionFor = (
  { guard }: Pick<Blocker, 'guard'>,
  { repo, prNumber, headSha, allowed = [] }: About,
): NextAction => {
  const pull = { repo, prNumber };
  switch (guard) {
    case 'draft':
      return {
        tool: 'update_pull_request',
        arguments: { ...pull, draft: false },
        why: 'Marks it as ready for review.',
      };
    case 'closed':
      return { tool: 'update_pull_request', arguments: { ...pull, state: 'open' }, why: 'Reopens it.' };
    case 'check':
      return {
        tool: 'get_checks_for_sha',
        arguments: { repo, sha: headSha },
        why: 'Shows which checks failed or are still running.',
      };
    case 'review':
      return {
        tool: 'get_pull_request',
        arguments: { ...pull, include_reviews: true },
        why: 'Shows who reviewed it and what they said.',
      };
    case 'conflict':
      return {
        tool: 'get_pull_request',
        arguments: { ...pull, include_files: true },
        why: 'Shows the files that it changes; resolve the conflict in a commit to its branch.',
      };
    case 'method':
      return {
        tool: 'merge_pull_request',
        arguments: { ...pull, sha: headSha, ...(allowed[0] && { merge_method: allowed[0] }) },
        why: 'Merges with another method.',
      };
    case 'merged':
      return { tool: 'get_pull_request', arguments: pull, why: 'Shows when and by which commit it was merged.' };
    case 'behind':
    case 'rule':
      return {
        tool: 'get_pr_mergeability',
        arguments: pull,
        why: 'Shows whether it can be merged now, and what blocks it.',
      };
  }
};
