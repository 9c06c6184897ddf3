import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { nameOf, readTrace, traceName, tracePath, writeFile } from '../artifact/trace-files.ts';
import { codes } from '../codes.ts';
import { exportPlaywright } from '../exporting/export-playwright.ts';
import { answering } from '../trace-error.ts';

export const promote = definePluginTool({
  name: 'promote',
  description:
    'Exports a recording as a test for @playwright/test. Omits steps that failed or that Playwright cannot express, and lists them. Masked values are read from environment variables.',
  input: z.strictObject({ path: tracePath, out: traceName.optional() }),
  output: z.object({
    path: z.string(),
    source: z.string(),
    exported: z.int(),
    omitted: z.array(z.object({ seq: z.int(), tool: z.string() })),
    variables: z.array(z.string()),
  }),
  operation: 'command',
  danger: 'reversible',
  idempotent: true,
  session: false,
  uses: ['files'],
  codes,
  errors: ['trace.ARTIFACT_NOT_FOUND', 'trace.ARTIFACT_INVALID', 'trace.ARTIFACT_WRITE_FAILED'],
  run: ({ arguments: { path: source, out = nameOf(source) }, stage: { files } }) =>
    answering(async () => {
      const exported = exportPlaywright(await readTrace(files, source));
      const path = await writeFile(files, `traces/${out}.spec.ts`, exported.source);
      const { omitted, variables } = exported;
      return { path, source, exported: exported.exported, omitted: [...omitted], variables: [...variables] };
    }),
});
