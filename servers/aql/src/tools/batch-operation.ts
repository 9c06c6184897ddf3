import { batch, fail } from '@recourse/contract';
import type { Failure, JsonObject, Outcome, Registry } from '@recourse/contract';
import { defineOperation } from '@recourse/engine';
import { localiseOutcome } from '@recourse/engine/front-door';
import type { Operation } from '@recourse/engine';
import { batchNameOf } from '../endpoints/endpoint.ts';
import { endpointInput } from '../endpoints/endpoint-input.ts';
import { localeIn } from '../requests/request.ts';
import { fewerWarnings } from '../batch/fewer-warnings.ts';
import { howToGoOn } from '../batch/how-to-go-on.ts';

export interface BatchSetting {
  readonly tool: string;
  readonly mostItems: number;
  /** Whether the endpoint only looks; then so does its batch. */
  readonly reads: boolean;
  /** The time that the engine gives the whole. */
  readonly timeoutMs: number;
  /** After so long no further item is begun, so that what was done can still be told. */
  readonly budgetMs: number;
  /** The names of sensitive parameters, which are never repeated. */
  readonly secrets: readonly string[];
  /** Whether an item holds a sensitive value. */
  readonly holdsSecret: (item: JsonObject) => boolean;
  /** For the words of an item's failure in the language that the batch asks for. */
  readonly registry: Registry;
  readonly now: () => number;
}

/** A question stops a batch, because the items after it may depend on the answer. */
const questions: ReadonlySet<string> = new Set(['CONFIRMATION_REQUIRED', 'RATE_LIMIT_QUOTA_PAUSE']);

/** Runs several operations of one endpoint in order, each through every stage as if it had come alone. */
export const batchOperation = (setting: BatchSetting): Operation => {
  const { tool, now } = setting;
  const items = (endpointInput(setting.mostItems)['properties'] as JsonObject)['operations'] as JsonObject;
  const operation = defineOperation({
    name: batchNameOf(tool),
    input: {
      type: 'object',
      properties: {
        operations: items,
        on_error: { type: 'string', enum: ['continue', 'stop'] },
        locale: { type: 'string' },
      },
      required: ['operations', 'on_error'],
      additionalProperties: false,
    },
    operation: setting.reads ? 'query' : 'command',
    danger: 'safe',
    errors: ['BATCH_PARTIAL_FAILURE'],
    timeoutMs: setting.timeoutMs,
    run: async ({ arguments: args, signal, inner, correlation_id }) => {
      const wanted = args['operations'] as readonly JsonObject[];
      const endsAt = now() + setting.budgetMs;
      const outcomes: Outcome[] = [];
      let question: Failure | undefined;
      for (const item of wanted) {
        const outcome = signal.aborted || now() >= endsAt ? notBegun(item, setting) : await inner(tool, item);
        const locale = localeIn(item) ?? args['locale'];
        outcomes.push(typeof locale === 'string' ? await localiseOutcome(outcome, locale, setting.registry) : outcome);
        if (outcome.ok) continue;
        if (questions.has(outcome.code)) question = outcome;
        if (question || args['on_error'] === 'stop') break;
      }
      const operations = wanted.map((item) => String(item['operation']));
      const pending = wanted.slice(outcomes.length).map((item) => ({ operation: item['operation'] ?? null }));
      const goingOn = question && howToGoOn(question, wanted.slice(outcomes.length - 1), setting);
      return fewerWarnings(
        batch(outcomes, { correlation_id, operations, pending, ...(setting.reads && { effect: 'none' }), ...goingOn }),
      );
    },
  });
  return { ...operation, sensitive: setting.secrets.flatMap(pointersTo) };
};

/** Every place where an item may have a parameter. */
const pointersTo = (name: string): readonly string[] =>
  ['', '/params', '/input', '/params/input'].map((place) => `/operations/*${place}/${name}`);

/** The time of a batch is up before its last item: it says so, and nothing was done. */
const notBegun = (item: JsonObject, { timeoutMs }: BatchSetting): Failure =>
  fail(
    'INTERNAL_TIMEOUT',
    { operation: String(item['operation']), timeout_ms: timeoutMs },
    { effect: 'none', message: 'The batch ran out of time before this operation started' },
  );
