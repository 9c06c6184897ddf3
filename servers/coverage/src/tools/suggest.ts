import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { suggestShape, suggestionsFor } from '../answering/suggest-answer.ts';
import { coverageCodes } from '../codes.ts';
import { suggestErrors } from '../errors.ts';
import { configPath, profile } from '../fields/paths.ts';
import { findExisting, pathOf } from '../measuring/existing.ts';
import { changesPolicy } from '../modes.ts';
import { applySuggestions, strategies } from '../policy/index.ts';
import { answering, refuseWith } from '../refused.ts';
import { showText } from '../untrusted/show-text.ts';
import type { Toolbox } from '../toolbox.ts';

export const createSuggest = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'suggest',
    title: 'Suggest minimums',
    description:
      'Suggests minimums based on the current coverage, never below the present ones. Can write them in ci mode.',
    input: z.strictObject({
      configPath,
      profile,
      strategy: z
        .enum(strategies)
        .optional()
        .describe('Relative to the current coverage: current (default) -2 points, conservative -5, aggressive +5.'),
      writeConfig: z
        .boolean()
        .optional()
        .describe('Writes the raised minimums to the policy; available only in ci mode.'),
    }),
    output: suggestShape.extend({
      writeConfig: z.boolean(),
      configPath: z.string().optional(),
      raised: z.array(z.object({ domain: z.string(), from: z.number(), to: z.number() })).optional(),
    }),
    operation: 'command',
    danger: 'reversible',
    idempotent: true,
    codes: coverageCodes,
    errors: suggestErrors,
    run: (call) =>
      answering(call, async () => {
        const { strategy, writeConfig = false } = call.arguments;
        if (writeConfig) changesPolicy(toolbox, 'suggest with writeConfig');
        const sources = await findExisting(toolbox, call);
        const { answer, suggestions } = await suggestionsFor(toolbox, sources, { strategy, warn: call.warn });
        if (!writeConfig) return { ...answer, writeConfig };
        const path = pathOf(call, 'configPath')?.relative;
        const applied = await applySuggestions(
          { root: toolbox.root, ...(path !== undefined && { path }) },
          suggestions,
        );
        if ('code' in applied) {
          const isPlace = applied.code === 'OP_INVALID_PATH';
          throw refuseWith(
            applied,
            isPlace ? { hint: 'Move the policy to another path and pass that path as configPath.' } : {},
          );
        }
        const written = sources.policy.source.path;
        return {
          ...answer,
          summary:
            applied.raised.length === 0
              ? answer.summary
              : `Raised ${applied.raised.length} of ${suggestions.length} minimums in ${showText(written ?? '')}`,
          writeConfig,
          ...(written !== undefined && { configPath: showText(written) }),
          raised: applied.raised.map(({ domain, from, to }) => ({ domain: showText(domain), from, to })),
        };
      }),
  });
