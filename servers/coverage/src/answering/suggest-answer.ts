import { z } from 'zod';
import { judge, warnAbout } from '../measuring/judge.ts';
import type { Sources } from '../measuring/judge.ts';
import { provenanceShape } from '../measuring/provenance.ts';
import { suggest } from '../policy/index.ts';
import type { Strategy, Suggestion } from '../policy/index.ts';
import { fence, fenceShape } from '../untrusted/fence.ts';
import { showText } from '../untrusted/show-text.ts';
import type { Toolbox } from '../toolbox.ts';
import { refuseEmpty } from './refuse-empty.ts';

export const suggestShape = z.object({
  untrusted: fenceShape,
  summary: z.string(),
  suggestions: z.array(
    z.object({
      domain: z.string(),
      currentPercent: z.number(),
      currentMin: z.number(),
      suggestedMin: z.number(),
      reason: z.string(),
    }),
  ),
  provenance: provenanceShape,
});

/** Minimums that hold what has been reached. */
export const suggestionsFor = async (
  toolbox: Toolbox,
  sources: Sources,
  { strategy, warn }: { readonly strategy?: Strategy | undefined; readonly warn: unknown },
): Promise<{ readonly answer: z.infer<typeof suggestShape>; readonly suggestions: readonly Suggestion[] }> => {
  const judgement = await judge(toolbox, sources);
  refuseEmpty(judgement);
  warnAbout(warn, judgement);
  const suggestions = suggest(judgement.verdict.domains, strategy);
  const raises = suggestions.filter(({ suggestedMin, currentMin }) => suggestedMin > currentMin).length;
  return {
    suggestions,
    answer: {
      untrusted: fence('/suggestions/*/domain', '/provenance/branch'),
      summary:
        raises === 0
          ? 'No higher minimums are suggested'
          : `Higher minimums are suggested for ${raises} of ${suggestions.length} domains`,
      suggestions: suggestions.map((suggestion) => ({ ...suggestion, domain: showText(suggestion.domain) })),
      provenance: judgement.provenance,
    },
  };
};
