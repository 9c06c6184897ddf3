import type { JsonObject } from '@recourse/contract';
import { isJsonObject } from '@recourse/contract';
import type { OperationExample } from '../adapter.ts';
import { wrong } from '../rules/findings.ts';
import type { Report } from '../rules/findings.ts';
import { fields, jsonObject, list, text } from '../rules/index.ts';
import type { Section } from '../rules/index.ts';

const exampleFields = { description: text({ longest: 500 }), request: jsonObject, params: jsonObject } as const;

/** Working calls that introspection shows: a whole request, or only its params. */
export const examples = list(fields(exampleFields), { most: 20 });

export const buildExamples = (
  sections: readonly Section<typeof exampleFields>[],
  operation: string,
  report: Report,
): readonly OperationExample[] =>
  sections.flatMap(({ is, at, place }) => {
    const request: JsonObject | undefined = is.request ?? (is.params && { params: is.params });
    if (!request) {
      report(wrong(place, "a 'request' or 'params'", { actual: 'neither' }));
      return [];
    }
    const named = request['operation'] ?? operation;
    const params = request['params'] ?? {};
    if (named !== operation)
      report(wrong(at('request'), `a request for '${operation}'`, { actual: 'one for another operation' }));
    if (!isJsonObject(params)) report(wrong(at('request'), "an object under 'params'", { actual: 'another value' }));
    return [
      {
        ...(is.description !== undefined && { description: is.description }),
        request: { ...request, operation, params },
      },
    ];
  });
