import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { coverageCodes } from '../codes.ts';
import { debtErrors } from '../errors.ts';
import { cursor, verbosity } from '../fields/answer-fields.ts';
import { configPath, profile } from '../fields/paths.ts';
import { refuseHidden } from '../fields/refuse-hidden.ts';
import { findExisting } from '../measuring/existing.ts';
import { findDebt, debtShape } from '../answering/debt-answer.ts';
import { answering } from '../refused.ts';
import type { Toolbox } from '../toolbox.ts';

export const createDebt = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'debt',
    title: 'Coverage debt',
    description:
      'Lists the domains and files below their minimum in the last profile, how many more lines need tests, and where.',
    input: z.strictObject({ configPath, profile, verbosity, cursor }),
    output: debtShape,
    operation: 'query',
    danger: 'safe',
    codes: coverageCodes,
    errors: debtErrors,
    run: (call) =>
      answering(call, async () => {
        refuseHidden(call.arguments, 'cursor');
        return findDebt(toolbox, await findExisting(toolbox, call), { arguments: call.arguments, warn: call.warn });
      }),
  });
