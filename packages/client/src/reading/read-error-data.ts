import { isFailure, isJsonObject } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { jsonrpc } from '@recourse/contract/dialects/jsonrpc';
import { recourse } from '@recourse/contract/dialects/recourse';
import { failureMetaKey } from '@recourse/contract/mcp';
import { fits } from './limits.ts';
import type { ReadingLimits } from './limits.ts';

type Thrown = Readonly<Record<string, unknown>>;

/**
 * The failure that our servers put into the data of a JSON-RPC error. The SDK throws that error, or, where the status
 * of HTTP was one of refusal, an error of its own around the text of it.
 */
export const readErrorData = (error: Thrown, options: Options): Failure | undefined =>
  readData(error, options) ?? (isProtocolError(error) ? undefined : readData(bodyOf(error, options.limits), options));

interface Options {
  readonly limits: ReadingLimits;
  /** Present where the server does not know the contract: its data is read by rules unless it names the contract. */
  readonly rules?: object | undefined;
}

const readData = ({ code, message, data }: Thrown, { limits, rules }: Options): Failure | undefined => {
  if (typeof code !== 'number' || !isJsonObject(data) || !fits(data, limits)) return undefined;
  const named = recourse.parse(data[failureMetaKey]);
  if (isFailure(named)) return named;
  if (rules) return undefined;
  const outcomeOfData = recourse.parse(data);
  if (isFailure(outcomeOfData)) return outcomeOfData;
  if (typeof data['code'] !== 'string') return undefined;
  const outcome = jsonrpc.parse({ error: { code, message: String(message), data } });
  return isFailure(outcome) ? outcome : undefined;
};

/** An error of JSON-RPC, as either generation throws it: its code, message and data are the server's own. */
export const isProtocolError = ({ name }: Thrown): boolean => name === 'ProtocolError' || name === 'McpError';

/** The second generation has the text of the answer as data, the first behind its own words. */
const bodyOf = ({ data, message }: Thrown, limits: ReadingLimits): Thrown => {
  const said = isJsonObject(data) && typeof data['text'] === 'string' ? data['text'] : message;
  if (typeof said !== 'string' || said.length > limits.characters) return {};
  const start = said.indexOf('{"jsonrpc"');
  if (start < 0) return {};
  try {
    const body: unknown = JSON.parse(said.slice(start));
    return isJsonObject(body) && isJsonObject(body['error']) ? body['error'] : {};
  } catch {
    return {};
  }
};
