import { createRegistry, renderTemplate, succeed } from '@recourse/contract';
import type { CodeSet, Failure, FailureOptions, JsonObject, Outcome, Warning } from '@recourse/contract';
import type { CallFacts } from '@recourse/contract/dialects';
import { listCode } from '../registries/list-code.ts';
import { sampleDetails } from './sample-details.ts';
import { sampleSubjects } from './sample-values-by-place.ts';
import { sampleTime } from './sample-values.ts';

/** The facts about the call of every example. */
export const exampleFacts: CallFacts = {
  tool: 'create_issue',
  request_id: 1,
  elapsed_ms: 12,
  timestamp: sampleTime,
};

export const exampleCorrelationId = '5b0f9a54-6f0d-4f3c-9a2e-0d8c7b1e6a42';

/** Codes and details come from data here, so the types that guard an author's `fail` are of no use. */
interface UntypedMakers {
  readonly fail: (code: string, details: JsonObject, options: FailureOptions) => Failure;
  readonly warn: (code: string, details: JsonObject) => Warning;
}

/** A call that ends with a code: as a failure, as a warning on a success, or inside a report. */
export const exampleOutcome = async (set: CodeSet, code: string): Promise<Outcome> => {
  const listed = await listCode(set, code);
  const details = sampleDetails(listed);
  const registry: unknown = createRegistry(set);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same functions, with their run-time checks
  const { fail, warn } = registry as UntypedMakers;
  const subject = sampleSubjects[set.namespace ?? ''];
  const options = { correlation_id: exampleCorrelationId, ...(subject && { subject }) };
  if (listed.kind === 'error') return fail(code, details, options);
  if (listed.kind === 'warning') return succeed({ id: 'item-42', state: 'done' }, [warn(code, details)]);
  const message = renderTemplate(set.definitions[code]?.message ?? '', details);
  return succeed({ report: { ok: false, code, message, details } });
};
