import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { coverageCodes } from '../codes.ts';
import { describeComment } from '../commenting/describe-comment.ts';
import { putComment } from '../commenting/put-comment.ts';
import { commentLimit } from '../commenting/rate-limit.ts';
import { renderComment } from '../commenting/render-comment.ts';
import { providers, readProvider, readTarget } from '../commenting/target.ts';
import { commentErrors } from '../errors.ts';
import { configPath, profile, profilePath } from '../fields/paths.ts';
import { findExisting, pathOf } from '../measuring/existing.ts';
import { warnAbout } from '../measuring/judge.ts';
import { loadProfiles } from '../measuring/load-profiles.ts';
import { watchCall } from '../measuring/progress.ts';
import { provenanceShape } from '../measuring/provenance.ts';
import { speaksForOperator } from '../modes.ts';
import { answering, refuse } from '../refused.ts';
import { fence, fenceShape } from '../untrusted/fence.ts';
import type { Toolbox } from '../toolbox.ts';

/** A name of GitHub: anything but `.` and `..`. Written without lookahead, so that it runs in linear time. */
const namePattern =
  /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}|\.[A-Za-z0-9_-][A-Za-z0-9._-]{0,98}|\.\.[A-Za-z0-9._-]{1,98})$/;

const name = (description: string) => z.string().regex(namePattern).optional().describe(description);

export const createPrComment = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'pr-comment',
    title: 'Comment on a pull request',
    description:
      'Writes a coverage summary as a comment on a GitHub pull request, and updates that comment in place. Available only in ci mode; dryRun shows the text in any mode.',
    input: z.strictObject({
      configPath,
      profile,
      baseProfile: profilePath('A profile to compare against, inside the project.').optional(),
      provider: z.enum(providers).optional().describe('Defaults to auto; only GitHub is supported.'),
      prNumber: z
        .int()
        .min(1)
        .max(999_999_999)
        .optional()
        .describe('Required unless the pipeline runs for a pull request.'),
      owner: name("The owner of the repository; defaults to the pipeline's."),
      repo: name("The repository without its owner; defaults to the pipeline's."),
      updateExisting: z.boolean().optional().describe('Defaults to true; false adds another comment.'),
      dryRun: z.boolean().optional().describe('Shows the text without writing it.'),
    }),
    output: z.object({
      untrusted: fenceShape,
      summary: z.string(),
      holds: z.boolean(),
      commentBody: z.string(),
      provider: z.string(),
      commentId: z.int().optional(),
      commentUrl: z.string().optional(),
      updated: z.boolean().optional(),
      provenance: provenanceShape,
    }),
    operation: 'command',
    danger: 'reversible',
    idempotent: true,
    codes: coverageCodes,
    errors: commentErrors,
    quotas: commentLimit(toolbox.environment),
    run: (call) =>
      answering(call, async () => {
        const { provider: wanted = 'auto', dryRun = false, updateExisting = true } = call.arguments;
        if (!dryRun) speaksForOperator(toolbox, 'pr-comment');
        const provider = readProvider(wanted);
        const target = dryRun ? undefined : readTarget(call.arguments, toolbox.environment);
        const { github } = toolbox;
        if (target && !github) throw refuse('OP_UNAUTHENTICATED', { provider, variables: ['GITHUB_TOKEN'] });
        const sources = await findExisting(toolbox, call);
        const given = pathOf(call, 'baseProfile');
        const { policy, origin } = sources;
        const watch = watchCall(call, toolbox.now);
        const base =
          given &&
          (await loadProfiles(toolbox, policy, { given, field: 'baseProfile', mayBeOld: true, origin, watch }));
        const { facts, judgement } = await describeComment(toolbox, sources, base);
        warnAbout(call.warn, judgement);
        const body = renderComment(facts);
        const answer = {
          untrusted: fence('/commentBody', '/provenance/branch'),
          holds: facts.holds,
          commentBody: body,
          provider,
          provenance: judgement.provenance,
        };
        if (!target || !github) return { ...answer, summary: 'Dry run: nothing was written' };
        const put = await putComment({
          github,
          target,
          body,
          updateExisting,
          intent: call.intent,
          signal: call.signal,
        });
        const where = `${target.owner}/${target.repo}#${target.prNumber}`;
        return {
          ...answer,
          summary: `${put.updated ? 'Updated' : 'Wrote'} the comment on ${where}`,
          commentId: put.id,
          commentUrl: put.url,
          updated: put.updated,
        };
      }),
  });
