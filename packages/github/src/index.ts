export { createGitHub } from './create-github.ts';
export type {
  GitHub,
  GitHubAnswer,
  GitHubOptions,
  GitHubPages,
  GitHubRequest,
  GraphqlRequest,
  Shape,
} from './github.ts';
export { GitHubError } from './github-error.ts';
export { cleanText } from '@recourse/upstream';
