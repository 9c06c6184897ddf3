import type { Failure, NextAction } from '@recourse/contract';

/** The call that shows what is there instead of what was not found. */
export const whereToLook = (
  { details }: Failure,
  repo: string,
  args: { readonly ref?: unknown; readonly branch?: unknown },
): NextAction | undefined => {
  switch (details?.['resource_type']) {
    case 'path':
      return listFolder(repo, details['resource_id'], args.branch ?? args.ref);
    case 'branch':
    case 'commit':
      return { tool: 'get_branches', arguments: { repo }, why: 'Lists the branches that there are.' };
    case 'pull_request':
      return {
        tool: 'list_pull_requests',
        arguments: { repo, state: 'all' },
        why: 'Lists the pull requests that there are.',
      };
    default:
      return undefined;
  }
};

const listFolder = (repo: string, missing: unknown, ref: unknown): NextAction => ({
  tool: 'list_directory',
  arguments: {
    repo,
    path: typeof missing === 'string' && missing.includes('/') ? missing.slice(0, missing.lastIndexOf('/')) : '',
    ...(typeof ref === 'string' && { ref }),
  },
  why: 'Lists the folder that it should be in.',
});
