import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { compareAnswer, compareShape } from '../answering/compare-answer.ts';
import { coverageCodes } from '../codes.ts';
import { compareErrors } from '../errors.ts';
import { cursor, verbosity } from '../fields/answer-fields.ts';
import { configPath, profilePath } from '../fields/paths.ts';
import { refuseHidden } from '../fields/refuse-hidden.ts';
import { pathOf } from '../measuring/existing.ts';
import { loadPolicy } from '../measuring/load-policy.ts';
import { loadProfiles } from '../measuring/load-profiles.ts';
import { watchCall } from '../measuring/progress.ts';
import { answering } from '../refused.ts';
import type { Toolbox } from '../toolbox.ts';

export const createCompare = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'compare',
    title: 'Compare profiles',
    description: 'Compares two profiles and lists the files and domains whose coverage rose or fell.',
    input: z.strictObject({
      configPath,
      baseProfile: profilePath('The profile to compare against, inside the project.'),
      headProfile: profilePath('The profile to compare; defaults to the profile of the last check.').optional(),
      verbosity,
      cursor,
    }),
    output: compareShape,
    operation: 'query',
    danger: 'safe',
    codes: coverageCodes,
    errors: compareErrors,
    run: (call) =>
      answering(call, async () => {
        refuseHidden(call.arguments, 'cursor');
        const policy = await loadPolicy(toolbox.root, pathOf(call, 'configPath')?.relative);
        const watch = watchCall(call, toolbox.now);
        const base = await loadProfiles(toolbox, policy, {
          given: pathOf(call, 'baseProfile'),
          field: 'baseProfile',
          mayBeOld: true,
          watch,
        });
        const given = pathOf(call, 'headProfile');
        const head = await loadProfiles(toolbox, policy, {
          given,
          field: 'headProfile',
          alone: given !== undefined,
          origin: base.origin,
          watch,
        });
        return compareAnswer(toolbox, { policy, base, head, arguments: call.arguments, warn: call.warn });
      }),
  });
