import type { Failure, NextAction } from '@recourse/contract';

interface LookedUp {
  readonly repo: string;
  readonly branch?: unknown;
  readonly ref?: unknown;
}

/** The call that shows what is there instead of what was not found. */
export const whereToLook = ({ details }: Failure, { repo, branch, ref }: LookedUp): NextAction | undefined => {
  switch (details?.['resource_type']) {
    case 'path':
      // The root is there in every branch: where it is not found, the branch is not.
      return details['resource_id'] === undefined
        ? listBranches(repo)
        : listFolder(repo, details['resource_id'], branch ?? ref);
    case 'branch':
    case 'commit':
      return listBranches(repo);
    case 'pull_request':
      return {
        tool: 'list_pull_requests',
        arguments: { repo, state: 'all' },
        why: 'Lists the pull requests of the repository.',
      };
    default:
      return undefined;
  }
};

const listBranches = (repo: string): NextAction => ({
  tool: 'get_branches',
  arguments: { repo },
  why: 'Lists the branches of the repository.',
});

const listFolder = (repo: string, missing: unknown, ref: unknown): NextAction => ({
  tool: 'list_directory',
  arguments: {
    repo,
    path: typeof missing === 'string' && missing.includes('/') ? missing.slice(0, missing.lastIndexOf('/')) : '',
    ...(typeof ref === 'string' && { ref }),
  },
  why: 'Lists the folder that should contain it.',
});
