export type { FileAccess, SafePath } from './files/safe-path.ts';
export type { FlagRule, ValueOptions, ValueRule } from './flags/flag-rule.ts';
export type { SafeCode } from './code.ts';
export type { Finding, GuardKind } from './guard.ts';
export type { SafeDuration } from './duration.ts';
export {
  argv,
  code,
  duration,
  flag,
  gitRef,
  identifier,
  path,
  pattern,
  repositoryPath,
  shellWord,
  url,
} from './kinds.ts';
export type { SafeUrl } from './url.ts';
