import type { GuardKind } from './guard.ts';

/** How long a value may be where its field says nothing, in UTF-16 code units. */
export const defaultMaxLength: Readonly<Record<GuardKind, number>> = {
  path: 1024,
  repositoryPath: 1024,
  flag: 512,
  argv: 512,
  shellWord: 256,
  identifier: 128,
  duration: 64,
  gitRef: 255,
  url: 2048,
  pattern: 256,
  code: 10_000,
};
