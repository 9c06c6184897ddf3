import { isFailure, isJsonObject } from '@recourse/contract';
import type { Failure, Json, JsonObject } from '@recourse/contract';
import { retryReads } from '@recourse/upstream';
import type { BoundedAnswer, RetryOptions, UpstreamAnswer, UpstreamRequest } from '@recourse/upstream';
import type { Adapter, AdapterOperation } from '../adapter/adapter.ts';
import { findRule } from '../mapping/find-rule.ts';
import { mapAnswer } from '../mapping/map-answer.ts';
import type { MappingRule } from '../mapping/mapping-rule.ts';
import { readData } from './answers/read-data.ts';
import { refusalBody } from './answers/refusal-body.ts';
import { unreadable } from './answers/unreadable.ts';
import { askedOf, isRepeatable } from './asked.ts';
import type { ExchangeCall, FailWith } from './exchange.ts';
import { sleepUntil } from './network/sleep-until.ts';
import type { Transport } from './network/transport.ts';
import type { PagePlan } from './paging/plan-page.ts';
import { buildRequest } from './request/build-request.ts';
import { merge, without } from './request/merge.ts';
import { encodeBody } from './request/encode-body.ts';
import { standardHeaders } from './request/standard-headers.ts';
import type { Credentials } from './secrets/credentials.ts';

/** One call on its way, with what signs it and the time that it has. */
export interface Journey {
  readonly call: ExchangeCall;
  readonly credentials: Credentials;
  /** The read before an update, which is merged into its answer. */
  readonly reading?: { readonly operation: AdapterOperation; readonly credentials: Credentials } | undefined;
  /** Values that no answer may repeat. */
  readonly secrets: readonly string[];
  /** By `performance.now()`: when the whole call must have ended. */
  readonly deadline: number;
}

/** A success, with what it says. */
export interface Read {
  readonly answer: BoundedAnswer;
  readonly data: Json;
  /** The JSON that the data was read from, where it was. */
  readonly source: string | undefined;
}

interface PerformOptions {
  readonly plan?: PagePlan | undefined;
  /** The data that an update is merged into. */
  readonly current?: Read | undefined;
  /** Whether an update will be merged into the answer. */
  readonly forMerge?: boolean;
}

interface Parts {
  readonly transport: Transport;
  readonly fail: FailWith;
  readonly now: () => number;
  readonly retry: RetryOptions | undefined;
}

export type Perform = (journey: Journey, options?: PerformOptions) => Promise<Read | Failure>;

/** Builds the request of an operation, sends it, repeats it where that does no harm, and reads the answer. */
export const createPerform = (adapter: Adapter, { transport, fail, now, retry }: Parts): Perform => {
  /** Some APIs refuse with a 200. A rule has to name the status: what is about refusals is not about data. */
  const rulesOfSuccesses = adapter.mapping.filter(({ statuses }) => statuses.some(isSuccess));

  const understand = (
    answer: BoundedAnswer,
    asked: UpstreamRequest,
    { journey, versioned, forMerge }: { journey: Journey; versioned: boolean; forMerge: boolean },
  ): Read | Failure => {
    const { status, headers } = answer;
    const refuse = (refusal: UpstreamAnswer, rules: readonly MappingRule[]): Failure =>
      mapAnswer(refusal, asked, {
        rules,
        // A 412 refers to the version that the caller sent, so no table may turn it into an invalid type.
        statuses: status === 412 && versioned ? 'corrected' : adapter.statuses,
        params: journey.call.arguments,
        fail,
        now: now(),
        secrets: journey.secrets,
      });
    if (isSuccess(status)) {
      const read = readData(answer, { forMerge, accept: journey.call.operation.accept });
      if ('unreadable' in read) return unreadable(answer, asked);
      const body = read.data;
      const refused = findRule({ status, headers, body }, rulesOfSuccesses, journey.call.arguments);
      return refused ? refuse({ status, headers, body }, [refused]) : { answer, data: body, source: read.source };
    }
    return refuse({ status, headers, body: refusalBody(answer) }, adapter.mapping);
  };

  return async (journey, { plan, current, forMerge = false } = {}) => {
    const { call, credentials, deadline } = journey;
    const { operation, signal, idempotencyKey } = call;
    const given = plan ? { ...call.arguments, ...plan.arguments } : call.arguments;
    const built = buildRequest(operation, given, fail, { idempotencyKey, query: plan?.query });
    if (isFailure(built)) return built;
    const body = isJsonObject(current?.data)
      ? merge(without(current.data, operation.readOnly ?? []), membersOf(built.body))
      : built.body;
    const encoded =
      body === undefined ? undefined : encodeBody(operation, body, { isMerged: current !== undefined, fail });
    if (isFailure(encoded)) return encoded;
    const etag = current?.answer.headers.get('etag') ?? undefined;
    const headers = {
      ...standardHeaders(adapter, { etag, forMerge, contentType: encoded?.type, accept: operation.accept }),
      ...built.headers,
    };
    const versioned = 'if-match' in headers;
    const asked = askedOf(operation, call.arguments, adapter.timeoutMs);
    const attempt = async (): Promise<Read | Failure> => {
      const outgoing = {
        operation,
        target: built.target,
        headers,
        body: encoded?.content,
        credentials,
        deadline,
        signal,
      };
      const answer = await transport(outgoing, asked);
      return isFailure(answer) ? answer : understand(answer, asked, { journey, versioned, forMerge });
    };
    if (!isRepeatable(operation)) return attempt();
    return retryReads(asked, attempt, { ...retry, signal, sleep: sleepUntil(deadline, retry?.sleep) });
  };
};

const membersOf = (body: Json | undefined): JsonObject => (isJsonObject(body) ? body : {});

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
