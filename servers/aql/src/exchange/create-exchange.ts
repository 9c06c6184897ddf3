import { isFailure, isJsonObject, succeed } from '@recourse/contract';
import type { Failure, Json, JsonObject, Outcome, Warning } from '@recourse/contract';
import { createBoundedRequest, mapAnswer, retryReads } from '@recourse/upstream';
import type { BoundedAnswer, RetryOptions } from '@recourse/upstream';
import type { Adapter, AdapterOperation } from '../adapter/adapter.ts';
import { readData } from './answers/read-data.ts';
import { unreadable } from './answers/unreadable.ts';
import { withEtag } from './answers/with-etag.ts';
import { askedOf, isRepeatable } from './asked.ts';
import type { Exchange, ExchangeCall, FailWith } from './exchange.ts';
import { readSelection } from './fields/read-selection.ts';
import { selectFields } from './fields/select-fields.ts';
import { createLimits } from './limits/limits.ts';
import { readDestination } from './network/destination.ts';
import type { Resolve } from './network/judged-lookup.ts';
import { sleepUntil } from './network/sleep-until.ts';
import { createTransport } from './network/transport.ts';
import { cursorScope } from './paging/cursor.ts';
import { planPage } from './paging/plan-page.ts';
import type { PagePlan } from './paging/plan-page.ts';
import { emptyPage, readPage } from './paging/read-page.ts';
import { withoutPaging } from './paging/without-paging.ts';
import { buildRequest } from './request/build-request.ts';
import { merge } from './request/merge.ts';
import { readCredentials } from './secrets/credentials.ts';
import type { Credentials } from './secrets/credentials.ts';
import { createMask } from './secrets/mask.ts';
import type { Mask } from './secrets/mask.ts';
import { sensitiveValues } from './secrets/sensitive-values.ts';

export interface ExchangeOptions {
  /** Where the secrets of the adapter are. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Of the registry that knows the adapter's codes. */
  readonly fail: FailWith;
  readonly now?: () => number;
  /** Lets the host of the adapter be an address that is not public. */
  readonly allowPrivate?: boolean;
  /** How large an answer may be, unpacked. */
  readonly responseBytes?: number;
  /** Finds the addresses of a host; the system's way unless given. */
  readonly lookup?: Resolve;
  readonly retry?: RetryOptions;
}

const defaultResponseBytes = 10 * 1024 * 1024;

/** What one call carries from step to step. */
interface Journey {
  readonly call: ExchangeCall;
  readonly credentials: Credentials;
  readonly mask: Mask;
  readonly deadline: number;
}

/** An answer that is a success, with what it says. */
interface Read {
  readonly answer: BoundedAnswer;
  readonly data: Json;
  readonly maySecret: boolean;
}

/** Makes operations of an adapter true over HTTP: `send` is the order of the steps. */
export const createExchange = (adapter: Adapter, options: ExchangeOptions): Exchange => {
  const { environment, fail, now = Date.now, allowPrivate = false, lookup } = options;
  const destination = readDestination(adapter, { allowPrivate, resolve: lookup });
  const maxBytes = options.responseBytes ?? defaultResponseBytes;
  const limits = createLimits(adapter.apiLimits, fail, now);
  const sendBounded = createBoundedRequest({ maxBytes, lookup: destination.lookup });
  const transport = createTransport({ destination, send: sendBounded, limits, fail });

  const send = async (call: ExchangeCall, journey: Journey): Promise<Outcome> => {
    const { operation, arguments: given } = call;
    const selection = readSelection(operation, given, fail);
    if (isFailure(selection)) return selection;
    const plan = pageOf(operation, given);
    if (isFailure(plan)) return plan;
    if (plan?.empty) return succeed(emptyPage(plan), plan.warnings);
    const current = await readCurrent(journey);
    if (isFailure(current)) return current;
    const read = await request(journey, { plan, current });
    if (isFailure(read)) return read;
    const page = plan && readPage(plan, read.data, read.answer.headers);
    if (plan && !page) return unreadable(read.answer, askedOf(operation, given, adapter.timeoutMs));
    return present(read, page, { paths: selection.paths, mask: journey.mask, warnings: plan?.warnings ?? [] });
  };

  const pageOf = (operation: AdapterOperation, given: JsonObject): PagePlan | Failure | undefined => {
    if (!operation.paging) return undefined;
    const scope = cursorScope(adapter.name, operation.name, withoutPaging(operation, given));
    return planPage(operation, operation.paging, given, { scope, fail });
  };

  /** What an update by PUT changes: it replaces the whole, so that the whole is read first. */
  const readCurrent = async (journey: Journey): Promise<Read | Failure | undefined> => {
    const { operation } = journey.call;
    if (operation.method !== 'PUT' || operation.readWith === undefined) return undefined;
    const reading = adapter.operations.find(({ name }) => name === operation.readWith);
    if (!reading) return fail('INTERNAL_ERROR', {}, { effect: 'none' });
    const read = await request({ ...journey, call: { ...journey.call, operation: reading } }, { forMerge: true });
    if (isFailure(read) || isJsonObject(read.data)) return read;
    return unreadable(read.answer, askedOf(reading, journey.call.arguments, adapter.timeoutMs));
  };

  const request = async (
    { call, credentials, mask, deadline }: Journey,
    { plan, current, forMerge }: { plan?: PagePlan | undefined; current?: Read | undefined; forMerge?: boolean },
  ): Promise<Read | Failure> => {
    const { operation, signal, idempotencyKey } = call;
    const given = { ...call.arguments, ...plan?.arguments };
    const built = buildRequest(operation, given, fail, { idempotencyKey, ...(plan && { query: plan.query }) });
    if (isFailure(built)) return built;
    const body = current && isJsonObject(current.data) ? merge(current.data, built.body ?? {}) : built.body;
    const etag = current?.answer.headers.get('etag');
    const headers = {
      accept: 'application/json',
      'user-agent': 'recourse',
      ...lowerCased(adapter.headers),
      // Proxies that pack an answer change its ETag with it.
      ...(forMerge && { 'accept-encoding': 'identity' }),
      ...(etag && { 'if-match': etag }),
      ...built.headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const text = body === undefined ? undefined : JSON.stringify(body);
    const asked = askedOf(operation, call.arguments, adapter.timeoutMs);
    const attempt = async (): Promise<Read | Failure> => {
      const outgoing = { operation, target: built.target, headers, body: text, credentials, deadline, signal };
      const answer = await transport(outgoing, asked);
      if (isFailure(answer)) return answer;
      if (answer.status < 200 || answer.status >= 300) {
        const statuses = answer.status === 412 && 'if-match' in headers ? 'corrected' : adapter.statuses;
        const { status, headers: said } = answer;
        const refusal = { status, headers: said, body: refusalOf(answer) };
        const secrets = [...credentials.secrets, ...sensitiveValues(operation, call.arguments)];
        const params = call.arguments;
        return mapAnswer(refusal, asked, { rules: adapter.mapping, statuses, params, fail, now: now(), secrets });
      }
      const read = readData(answer);
      if ('unreadable' in read) return unreadable(answer, asked);
      return { answer, data: read.data, maySecret: read.source === undefined || mask.mayStandIn(read.source) };
    };
    const retry = { ...options.retry, signal, sleep: sleepUntil(deadline, options.retry?.sleep) };
    return isRepeatable(operation) ? retryReads(asked, attempt, retry) : attempt();
  };

  return {
    hold: (operation) => limits.hold(operation),
    send: async (call) => {
      if (destination.refusal) return fail('PERMISSION_DENIED', { reason: destination.refusal }, { effect: 'none' });
      const credentials = readCredentials(adapter.auth, environment, fail);
      if (isFailure(credentials)) return credentials;
      const mask = createMask([...credentials.secrets, ...sensitiveValues(call.operation, call.arguments)]);
      const deadline = performance.now() + adapter.timeoutMs;
      try {
        const outcome = await send(call, { call, credentials, mask, deadline });
        return isFailure(outcome) ? mask.failure(outcome) : outcome;
      } catch (cause) {
        return fail('INTERNAL_ERROR', {}, { cause });
      }
    },
  };
};

interface Presentation {
  readonly paths: readonly string[] | undefined;
  readonly mask: Mask;
  readonly warnings: readonly Warning[];
}

/** What a caller sees of a success: the fields that it wants, without secrets. */
const present = (
  { answer, data, maySecret }: Read,
  page: JsonObject | undefined,
  { paths, mask, warnings }: Presentation,
): Outcome => {
  const shown = (value: Json): Json => {
    const selected = paths ? selectFields(value, paths) : value;
    return maySecret ? mask.json(selected) : selected;
  };
  if (page) return succeed({ ...page, items: shown(page['items'] ?? []) }, warnings);
  return succeed(withEtag(shown(data), answer.headers), warnings);
};

/** The body of a refusal, as JSON where it is JSON, else as the text that it is. */
const refusalOf = ({ body }: BoundedAnswer): unknown => {
  const text = body.toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text === '' ? undefined : text;
  }
};

const lowerCased = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
