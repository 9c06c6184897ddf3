import type { Command } from '../command.ts';
import { lintCommand } from '../lint/index.ts';
import { codesCheckCommand } from './codes-check.ts';
import { codesDiffCommand } from './codes-diff.ts';
import { codesLockCommand } from './codes-lock.ts';
import { codesCommand } from './codes.ts';
import { docsCommand } from './docs.ts';
import { explainCommand } from './explain.ts';
import { forgeCommand } from './forge.ts';
import { tourCommand } from './tour.ts';

/** Every command, in the order in which the help lists them. */
export const commands: readonly Command[] = [
  explainCommand,
  codesCommand,
  codesCheckCommand,
  codesLockCommand,
  codesDiffCommand,
  lintCommand,
  docsCommand,
  forgeCommand,
  tourCommand,
];
