import type { Failure, Json, JsonObject } from '@recourse/contract';
import type { AdapterOperation, Parameter } from '../../adapter/adapter.ts';
import type { FailWith } from '../exchange.ts';
import { bodyOf } from './body.ts';
import { cookieHeader } from './cookies.ts';
import { encodeText } from './encode.ts';
import { headerOf } from './headers.ts';
import { fillPath, fillQuery } from './path.ts';
import { queryPairs } from './query.ts';
import { refuseNul } from './refuse-nul.ts';
import { Refused } from './refuse.ts';

/** A request below the base of its API. */
export interface BuiltRequest {
  /** Path and query, encoded; it begins with a slash. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if there is none. */
  readonly body: Json | undefined;
}

export interface BuildOptions {
  /** Values of the API's own query parameters that do not come from the arguments, such as its page number. */
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Turns checked arguments into a request, or reports those that cannot be sent. Only declared parameters are sent. */
export const buildRequest = (
  operation: AdapterOperation,
  given: JsonObject,
  fail: FailWith,
  options: BuildOptions = {},
): BuiltRequest | Failure => {
  try {
    refuseNul(given);
    const at = (place: Parameter['in']) => operation.parameters.filter((parameter) => parameter.in === place);
    const [path = '', fixed] = split(operation.path);
    const replaced = options.query ?? {};
    const pairs = [
      ...(fixed ? [fillQuery(fixed, operation.parameters, given)] : []),
      ...at('query')
        .filter(({ wireName }) => !Object.hasOwn(replaced, wireName))
        .flatMap((parameter) => queryPairs(parameter, given[parameter.name])),
      ...Object.entries(replaced).map(([key, value]) => `${encodeText(key, key)}=${encodeText(key, value)}`),
    ];
    const target = fillPath(path, operation.parameters, given);
    const headers = at('header').flatMap((parameter) =>
      headerOf(parameter, headerValue(parameter, given, options.idempotencyKey)),
    );
    return {
      target: pairs.length > 0 ? `${target}?${pairs.join('&')}` : target,
      headers: Object.fromEntries([...headers, ...cookieHeader(at('cookie'), given)]),
      body: bodyOf(operation, given),
    };
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.answer(fail);
    throw thrown;
  }
};

/** The file's own query stays before what the arguments add. */
const split = (path: string): readonly string[] => {
  const at = path.indexOf('?');
  return at < 0 ? [path] : [path.slice(0, at), path.slice(at + 1)];
};

const headerValue = ({ name, wireName }: Parameter, given: JsonObject, key: string | undefined): Json | undefined =>
  given[name] ?? (wireName.toLowerCase() === 'idempotency-key' ? key : undefined);
