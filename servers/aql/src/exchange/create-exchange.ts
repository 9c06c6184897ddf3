import { isFailure, isJsonObject, succeed } from '@recourse/contract';
import type { Failure, JsonObject, Outcome } from '@recourse/contract';
import { createBoundedRequest } from '@recourse/upstream';
import type { RetryOptions } from '@recourse/upstream';
import type { Adapter, AdapterOperation } from '../adapter/adapter.ts';
import { present } from './answers/present.ts';
import { unreadable } from './answers/unreadable.ts';
import { askedOf } from './asked.ts';
import type { Exchange, FailWith } from './exchange.ts';
import { readSelection } from './fields/read-selection.ts';
import { createLimitMemory } from './limits/limit-memory.ts';
import type { LimitMemory } from './limits/limit-memory.ts';
import { createLimits } from './limits/limits.ts';
import { readDestination } from './network/destination.ts';
import type { Resolve } from './network/judged-lookup.ts';
import { createTransport } from './network/transport.ts';
import { cursorScope } from './paging/cursor.ts';
import { planPage } from './paging/plan-page.ts';
import type { PagePlan } from './paging/plan-page.ts';
import { emptyPage, readPage } from './paging/read-page.ts';
import { withoutPaging } from './paging/without-paging.ts';
import { createPerform } from './perform.ts';
import type { Journey, Read } from './perform.ts';
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
  /** Finds the addresses of a host; defaults to the system's resolver. */
  readonly lookup?: Resolve;
  readonly retry?: RetryOptions;
  /** The known state of the API's limits; shared by exchanges that replace each other. */
  readonly limitMemory?: LimitMemory;
}

const defaultResponseBytes = 10 * 1024 * 1024;

/** Makes operations of an adapter true over HTTP. The order of the steps is that of `send` and `carryOut`. */
export const createExchange = (adapter: Adapter, options: ExchangeOptions): Exchange => {
  const { environment, fail, now = Date.now, allowPrivate = false, lookup, retry } = options;
  const destination = readDestination(adapter, { allowPrivate, resolve: lookup });
  const maxBytes = options.responseBytes ?? defaultResponseBytes;
  const limits = createLimits(adapter.apiLimits, { memory: options.limitMemory ?? createLimitMemory(), fail, now });
  const sendBounded = createBoundedRequest({ maxBytes, lookup: destination.lookup });
  const transport = createTransport({ destination, send: sendBounded, limits, fail });
  const perform = createPerform(adapter, { transport, fail, now, retry });

  const carryOut = async (journey: Journey, mask: Mask): Promise<Outcome> => {
    const { operation, arguments: given } = journey.call;
    const selection = readSelection(operation, given, fail);
    if (isFailure(selection)) return selection;
    const plan = pageOf(operation, given);
    if (isFailure(plan)) return plan;
    if (plan?.empty) return succeed(emptyPage(plan), plan.warnings);
    const current = await readCurrent(journey);
    if (isFailure(current)) return current;
    const read = await perform(journey, { plan, current });
    if (isFailure(read)) return read;
    const page = plan && readPage(plan, read.data, read.answer.headers);
    if (plan && !page) return unreadable(read.answer, askedOf(operation, given, adapter.timeoutMs));
    return present(read, { page, paths: selection.paths, mask, warnings: plan?.warnings ?? [] });
  };

  const pageOf = (operation: AdapterOperation, given: JsonObject): PagePlan | Failure | undefined => {
    if (!operation.paging) return undefined;
    const scope = cursorScope(adapter.name, operation.name, withoutPaging(operation, given));
    return planPage(operation, operation.paging, given, { scope, fail });
  };

  /** Reads the current state before an update by PUT, because a PUT replaces all of it. */
  const readCurrent = async (journey: Journey): Promise<Read | Failure | undefined> => {
    const { reading, call } = journey;
    if (!reading) return undefined;
    const { operation, credentials } = reading;
    const read = await perform({ ...journey, credentials, call: { ...call, operation } }, { forMerge: true });
    if (isFailure(read) || isJsonObject(read.data)) return read;
    return unreadable(read.answer, askedOf(operation, call.arguments, adapter.timeoutMs));
  };

  const signedWith = ({ auth = adapter.auth }: AdapterOperation): Credentials | Failure =>
    readCredentials(auth, environment, fail);

  /** The read before an update by PUT, which may authenticate differently from the update. */
  const readingOf = (operation: AdapterOperation): Journey['reading'] | Failure => {
    if (operation.method !== 'PUT' || operation.readWith === undefined) return undefined;
    const reader = adapter.operations.find(({ name }) => name === operation.readWith);
    if (!reader) throw new TypeError(`'${operation.readWith}' is not an operation of the adapter`);
    const credentials = signedWith(reader);
    return isFailure(credentials) ? credentials : { operation: reader, credentials };
  };

  return {
    hold: (operation) => limits.hold(operation),
    limits: () => limits.standing(),
    send: async (call) => {
      if (destination.refusal) return fail('PERMISSION_DENIED', { reason: destination.refusal }, { effect: 'none' });
      const credentials = signedWith(call.operation);
      if (isFailure(credentials)) return credentials;
      const reading = readingOf(call.operation);
      if (isFailure(reading)) return reading;
      const secrets = [
        ...credentials.secrets,
        ...(reading?.credentials.secrets ?? []),
        ...sensitiveValues(call.operation, call.arguments),
      ];
      const mask = createMask(secrets);
      const deadline = performance.now() + adapter.timeoutMs;
      try {
        const outcome = await carryOut({ call, credentials, reading, secrets, deadline }, mask);
        return isFailure(outcome) ? mask.failure(limits.complete(call.operation, outcome)) : outcome;
      } catch (cause) {
        return fail('INTERNAL_ERROR', {}, { cause });
      }
    },
  };
};
