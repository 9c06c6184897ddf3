export { coreCodes } from './core/codes.ts';
export { coverageCodes } from './coverage/codes.ts';
export { githubCodes } from './github/codes.ts';
export { launchCodes } from './launch/codes.ts';
export { stageCodes } from './stage/codes.ts';
export type { CoreCode, CoverageCode, GithubCode, KnownCode, LaunchCode, StageCode } from './known-code.ts';
