export { githubCodes } from './codes.ts';
export { githubEntry } from './entry.ts';
export { createGitHubServer } from './server.ts';
export type { GitHubServerOptions } from './server.ts';
