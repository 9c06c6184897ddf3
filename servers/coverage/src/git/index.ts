export { changedLines } from './changed-lines.ts';
export { isGitProblem } from './changes.ts';
export type { Changes, GitProblem } from './changes.ts';
export { gitOwns, gitReason } from './git-owns.ts';
export { isGitName } from './is-git-name.ts';
export { readAt } from './read-at.ts';
export type { CommitReader } from './read-at.ts';
export { repositoryState } from './repository-state.ts';
