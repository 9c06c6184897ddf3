export { createGitHub } from './create-github.ts';
export type { SharedCells } from './budget/shared-cells.ts';
export type {
  CallTime,
  GitHub,
  GitHubAnswer,
  GitHubOptions,
  GitHubPages,
  GitHubRequest,
  GraphqlRequest,
  LimitStanding,
  Shape,
} from './github.ts';
export { GitHubError } from './github-error.ts';
export { Turns } from './fetch/turns.ts';
export { cleanText } from '@recourse/upstream';
