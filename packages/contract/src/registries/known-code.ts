import type { CodeOf } from '../codes/define-codes.ts';
import type { coreCodes } from './core/codes.ts';
import type { coverageCodes } from './coverage/codes.ts';
import type { githubCodes } from './github/codes.ts';
import type { launchCodes } from './launch/codes.ts';
import type { stageCodes } from './stage/codes.ts';

export type CoreCode = CodeOf<typeof coreCodes>;
export type CoverageCode = CodeOf<typeof coverageCodes>;
export type GithubCode = CodeOf<typeof githubCodes>;
export type LaunchCode = CodeOf<typeof launchCodes>;
export type StageCode = CodeOf<typeof stageCodes>;

/** Every code that is declared in this package. */
export type KnownCode = CoreCode | CoverageCode | GithubCode | LaunchCode | StageCode;
