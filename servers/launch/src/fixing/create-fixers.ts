import type { Fixer } from '@recourse/runs';
import type { RunConfig } from '../config/run-config.ts';
import type { LaunchEnvironment } from '../environment.ts';
import { defineFixer } from './define-fixer.ts';
import { frontMatterFixer } from './front-matter-fixer.ts';
import { linksFixer } from './links-fixer.ts';
import { lintFixer } from './lint-fixer.ts';
import { tokensFixer } from './tokens-fixer.ts';
import { truthFixer } from './truth-fixer.ts';

/** The fixers of a launch. Each handles the issues of one gate. */
export const createFixers = (environment: LaunchEnvironment): readonly Fixer<RunConfig>[] =>
  [frontMatterFixer, tokensFixer, linksFixer, lintFixer, truthFixer].map((definition) =>
    defineFixer(definition, environment),
  );
