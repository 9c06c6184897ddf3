import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { refuseEmpty } from '../answering/refuse-empty.ts';
import { badgeMark, badgeStyles, renderBadge, showPercent } from '../badge/render-badge.ts';
import { coverageCodes } from '../codes.ts';
import { badgeErrors } from '../errors.ts';
import { configPath, outputPath, profile } from '../fields/paths.ts';
import { refuseHidden } from '../fields/refuse-hidden.ts';
import { findExisting } from '../measuring/existing.ts';
import { judge, warnAbout } from '../measuring/judge.ts';
import { provenanceShape } from '../measuring/provenance.ts';
import { answering } from '../refused.ts';
import { showText } from '../untrusted/show-text.ts';
import { writeOwn } from '../write-file.ts';
import type { Toolbox } from '../toolbox.ts';
import { outputOf } from './output-of.ts';

/** Allowed in every mode: it writes a picture and no policy, and never replaces a file that was not made here. */
export const createBadge = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'badge',
    title: 'Coverage badge',
    description: 'Creates an SVG badge with the overall coverage of the last profile, and can write it to a file.',
    input: z.strictObject({
      configPath,
      profile,
      output: outputPath('.svg'),
      label: z.string().min(1).max(40).optional().describe('Defaults to coverage.'),
      style: z.enum(badgeStyles).optional(),
    }),
    output: z.object({
      summary: z.string(),
      percent: z.number(),
      svg: z.string(),
      outputPath: z.string().optional(),
      provenance: provenanceShape,
    }),
    operation: 'command',
    danger: 'reversible',
    idempotent: true,
    codes: coverageCodes,
    errors: badgeErrors,
    run: (call) =>
      answering(call, async () => {
        const { label = 'coverage', style = 'flat' } = call.arguments;
        refuseHidden(call.arguments, 'label');
        const output = await outputOf(toolbox, call, '.svg');
        const judgement = await judge(toolbox, await findExisting(toolbox, call));
        refuseEmpty(judgement);
        const { percent } = judgement.verdict.overall;
        const svg = renderBadge({ label: showText(label), percent, style });
        if (output) await writeOwn(output, svg, badgeMark);
        warnAbout(call.warn, judgement);
        return {
          summary: `${showPercent(percent)}% overall`,
          percent,
          svg,
          ...(output && { outputPath: showText(output.relative) }),
          provenance: judgement.provenance,
        };
      }),
  });
