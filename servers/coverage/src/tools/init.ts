import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { coverageCodes } from '../codes.ts';
import { initErrors } from '../errors.ts';
import { configPath } from '../fields/paths.ts';
import { runFields } from '../fields/run-fields.ts';
import { pathOf } from '../measuring/existing.ts';
import { changesPolicy } from '../modes.ts';
import { writeInit } from '../policy/index.ts';
import { hasGoSources } from '../running/index.ts';
import { answering, refuse, refuseWith } from '../refused.ts';
import { fence, fenceShape } from '../untrusted/fence.ts';
import { showText } from '../untrusted/show-text.ts';
import type { Toolbox } from '../toolbox.ts';

export const createInit = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'init',
    title: 'Write a policy',
    description:
      'Writes a commented policy that fits the project: one domain for each of its parts. Available only in ci mode.',
    input: z.strictObject({
      configPath,
      language: runFields.language,
      force: z.boolean().optional().describe('Replaces an existing policy.'),
    }),
    output: z.object({
      untrusted: fenceShape,
      summary: z.string(),
      configPath: z.string(),
      language: z.string(),
      domains: z.array(z.string()),
      domainCount: z.int(),
      defaultMin: z.number(),
    }),
    operation: 'command',
    danger: 'reversible',
    idempotent: true,
    codes: coverageCodes,
    errors: initErrors,
    run: (call) =>
      answering(call, async () => {
        changesPolicy(toolbox, 'init');
        const { language, force } = call.arguments;
        const path = pathOf(call, 'configPath')?.relative;
        const written = await writeInit({
          root: toolbox.root,
          ...(path !== undefined && { path }),
          ...(language !== undefined && { language }),
          ...(force !== undefined && { force }),
        });
        if ('code' in written) {
          const lacksModule = written.code === 'OP_DETECT_FAILED' && (await hasGoSources(toolbox.root));
          throw lacksModule
            ? refuse('OP_MODULE_ROOT_MISSING', { root: '.' })
            : refuseWith(written, adviceFor(written.code));
        }
        const names = written.domains.map(({ name }) => showText(name));
        return {
          untrusted: fence('/domains/*'),
          summary: `Wrote ${showText(written.path)} with ${names.length} domain${names.length === 1 ? '' : 's'}`,
          configPath: showText(written.path),
          language: written.language,
          domains: names,
          domainCount: names.length,
          defaultMin: written.defaultMinimum,
        };
      }),
  });

const adviceFor = (code: string): { readonly hint?: string } =>
  code === 'OP_INVALID_PATH' ? { hint: 'Set configPath to another path, such as .coverctl.yaml.' } : {};
