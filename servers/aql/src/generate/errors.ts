import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import type { Follow } from './document/references.ts';
import type { Found } from './operations/collect.ts';
import { firstSentence } from './text.ts';

/** The message for one status of this API, in the words of its document. */
export interface DraftMapping {
  readonly status: string;
  readonly code: string;
  readonly template: string;
}

/** The statuses whose code is beyond doubt. For others, what the answer itself says is worth more than the document. */
const codes: Readonly<Record<string, string>> = {
  401: 'PERMISSION_DENIED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND_RESOURCE',
  410: 'NOT_FOUND_RESOURCE',
};

/** Descriptions that say no more than the status does. */
const empty =
  /^(?:the )?(?:(?:access|permission|authentication|authorization|resource|requested|item|entity|object|record|page|api|http|client|user) )*(?:is |was |has )?(?:bad request|unauthori[sz]ed|unauthenticated|forbidden|denied|not found|gone|required|failed|error|response|invalid|4\d\d)(?: error| response)?[.!]?$/i;

/** Messages for statuses that every operation of the document describes alike, and not with the status's own name. */
export const mappingsOf = (found: readonly Found[], follow: Follow): readonly DraftMapping[] => {
  const said = new Map<string, Set<string>>();
  for (const { operation } of found) {
    const responses: JsonObject = isJsonObject(operation['responses']) ? operation['responses'] : {};
    for (const status of Object.keys(codes)) {
      if (!Object.hasOwn(responses, status)) continue;
      const text = firstSentence(follow(responses[status])['description'], 160);
      said.set(status, (said.get(status) ?? new Set()).add(text));
    }
  }
  return Object.entries(codes).flatMap(([status, code]) => {
    const [template = '', ...others] = said.get(status) ?? [];
    const isUsable = others.length === 0 && template.length > 3 && !empty.test(template) && !/[{}]/.test(template);
    return isUsable ? [{ status, code, template }] : [];
  });
};
