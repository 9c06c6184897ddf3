import type { JsonObject } from '@recourse/contract';
import type { KnownTools } from '../known-tools.ts';
import { factsOf } from '../server-facts.ts';
import type { ServerFacts } from '../server-facts.ts';
import { createExchange } from './exchange.ts';
import { isHeaderText } from './request-headers.ts';
import { parseRestAddress } from './rest-address.ts';
import { resultOf } from './result-of.ts';

/** The time limit of one answer, and the signal that cancels it. */
interface Patience {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A REST endpoint: its tools, and what it has announced. */
export interface RestDoor {
  /** Without a password: the address of an endpoint never contains one. */
  readonly address: string;
  /** The facts that the list of tools announced; absent before the first list. */
  readonly facts: Omit<ServerFacts, 'name'>;
  /** Lists the tools again. */
  list(patience: Patience): Promise<JsonObject>;
  /** Requests the tools unless that has been done; if the request fails, the next call tries again. */
  learn(patience: Patience): Promise<void>;
  call(tool: string, body: string, headers: Readonly<Record<string, string>>, patience: Patience): Promise<object>;
  close(): void;
}

export interface RestDoorOptions {
  /** Sent as `Authorization: Bearer …`. */
  readonly key?: string | undefined;
  readonly tools: KnownTools;
  readonly now: () => number;
}

/** Problems carry every field of a failure, whatever the dialect of the server; a success comes in its dialect. */
const accept = 'application/json, application/problem+json';

export const openRestDoor = (given: string | URL, { key, tools, now }: RestDoorOptions): RestDoor => {
  const { url, pathOf } = parseRestAddress(given);
  if (key !== undefined && !isHeaderText(key))
    throw new TypeError('A key must have 1 to 8192 printable ASCII characters');
  const own = { accept, ...(key !== undefined && { authorization: `Bearer ${key}` }) };
  const exchange = createExchange(url);
  let facts: Omit<ServerFacts, 'name'> = { announced: false, dialect: undefined };
  let isLearnt = false;
  let learning: Promise<void> | undefined;

  const list = async (patience: Patience): Promise<JsonObject> => {
    const answer = await exchange.ask({ method: 'GET', path: pathOf(), headers: own, ...patience });
    // A door that lists nothing need not be asked twice.
    isLearnt ||= answer.status === 404 || answer.status === 405;
    const { structuredContent: listed, isError } = resultOf(answer, now()) as {
      readonly structuredContent: JsonObject;
      readonly isError?: boolean;
    };
    if (isError || !Array.isArray(listed['tools']))
      throw new Error(`HTTP ${answer.status}: the tools cannot be listed`);
    tools.learn(listed);
    facts = factsOf({ getServerCapabilities: () => ({ extensions: listed['_meta'] }) });
    isLearnt = true;
    return listed;
  };
  return {
    address: `${url.origin}${url.pathname}`,
    get facts() {
      return facts;
    },
    list,
    learn: async ({ timeoutMs, signal }) => {
      if (isLearnt || signal?.aborted) return;
      // One request serves all callers that wait for it, so none of them can cancel it for the others.
      learning ??= list({ timeoutMs })
        .then(
          () => undefined,
          // An unknown tool counts as a write, to a server that does not support keys.
          () => undefined,
        )
        .finally(() => {
          learning = undefined;
        });
      await Promise.race([learning, abortOf(signal)]);
    },
    call: async (tool, body, headers, patience) => {
      const path = pathOf(tool);
      const answer = await exchange.ask({ method: 'POST', path, headers: { ...headers, ...own }, body, ...patience });
      return resultOf(answer, now());
    },
    close: () => exchange.close(),
  };
};

const abortOf = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
