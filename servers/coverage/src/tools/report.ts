import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { judgeVerdict, verdictOutput } from '../answering/verdict-answer.ts';
import { coverageCodes } from '../codes.ts';
import { reportErrors } from '../errors.ts';
import { cursor, domains, ref, verbosity } from '../fields/answer-fields.ts';
import { configPath, outputPath, profile } from '../fields/paths.ts';
import { refuseHidden } from '../fields/refuse-hidden.ts';
import { findExisting } from '../measuring/existing.ts';
import { changesFor } from '../measuring/find-changes.ts';
import { describePage } from '../page/describe-page.ts';
import { pageMark, renderPage } from '../page/render-page.ts';
import { answering } from '../refused.ts';
import { showText } from '../untrusted/show-text.ts';
import { writeOwn } from '../write-file.ts';
import type { Toolbox } from '../toolbox.ts';
import { outputOf } from './output-of.ts';

export const createReport = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'report',
    title: 'Report coverage',
    description:
      'Shows the coverage of the last profile and whether it passes (`holds`). Can also write an HTML page with the sources and their uncovered lines.',
    input: z.strictObject({
      configPath,
      profile,
      domains,
      showUncovered: z.boolean().optional().describe('Lists the lines that did not run; defaults to true.'),
      diffRef: ref('Checks the lines that have changed since this branch, tag or commit.'),
      output: outputPath('.html'),
      verbosity,
      cursor,
    }),
    output: verdictOutput.extend({ holds: z.boolean(), outputPath: z.string().optional() }),
    operation: 'command',
    danger: 'reversible',
    idempotent: true,
    codes: coverageCodes,
    errors: reportErrors,
    run: (call) =>
      answering(call, async () => {
        const { diffRef, showUncovered = true } = call.arguments;
        refuseHidden(call.arguments, 'domains', 'cursor');
        const output = await outputOf(toolbox, call, '.html');
        const sources = await findExisting(toolbox, call);
        const changes = await changesFor(toolbox, sources.policy, diffRef);
        const { answer, judgement } = await judgeVerdict(toolbox, {
          tool: 'report',
          arguments: call.arguments,
          sources,
          changes,
          onlyChanges: false,
          fails: false,
          next: [],
          warn: call.warn,
        });
        if (output) await writeOwn(output, renderPage(await describePage(toolbox, sources, judgement)), pageMark);
        return {
          ...answer,
          ...(!showUncovered && { uncovered: [] }),
          holds: judgement.verdict.passed,
          ...(output && { outputPath: showText(output.relative) }),
        };
      }),
  });
