import type { ServerRules } from '../rule.ts';

/** `@cyanheads/git-mcp-server`: git, with its own messages behind an exit code. */
// prettier-ignore
export const git: ServerRules = {
  names: ['@cyanheads/git-mcp-server'],
  reads: ['git_blame', 'git_changelog_analyze', 'git_diff', 'git_log', 'git_reflog', 'git_show', 'git_status'],
  rules: [
    { code: 'NOT_FOUND_RESOURCE', confidence: 'high', words: ['not a valid object name', 'did not match any file(s) known to git', 'not something we can merge', 'fatal: no such path', 'unknown revision or path', 'bad revision', 'not a git repository'] },
    { code: 'CONFLICT_ALREADY_EXISTS', confidence: 'high', words: ['fatal: a branch named * already exists', 'fatal: tag * already exists'] },
    { code: 'VALIDATION_UPSTREAM_REJECTED', confidence: 'high', words: ['nothing to commit', 'nothing added to commit', 'is not a valid branch name', 'invalid refspec'] },
    { code: 'UPSTREAM_UNAVAILABLE', confidence: 'high', words: ['index.lock * File exists', 'could not resolve host', 'unable to access'] },
    { code: 'PERMISSION_DENIED', confidence: 'high', words: ['outside the allowed base directory', 'outside * base directory'] },
  ],
};
