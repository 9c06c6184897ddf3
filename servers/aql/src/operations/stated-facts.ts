import { changeFailure, isFailure, isJsonObject } from '@recourse/contract';
import type { Failure, JsonObject } from '@recourse/contract';
import type { Facts } from '@recourse/engine';
import { digestOf } from '@recourse/engine/digest';
import { cleanText } from '@recourse/upstream';
import type { AdapterOperation } from '../adapter/adapter.ts';
import type { Exchange } from '../exchange/exchange.ts';

/** The call that a question is about. */
export interface AskedCall {
  readonly arguments: JsonObject;
  readonly correlation_id: string;
  readonly signal: AbortSignal;
}

const mostMembers = 8;
const longestMember = 200;
const factName = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;

/**
 * Reads what an operation is about, with the operation that its file names in `read_with`: the first plain members, and
 * a digest of the whole, so that no change goes unnoticed. If it cannot be read, the question is not asked.
 */
export const statedFacts = async (
  reading: AdapterOperation,
  exchange: Exchange,
  { arguments: given, correlation_id, signal }: AskedCall,
): Promise<Facts | Failure> => {
  const known = new Set(reading.parameters.map(({ name }) => name));
  const wanted = Object.fromEntries(Object.entries(given).filter(([name]) => known.has(name)));
  const outcome = await exchange.send({ operation: reading, arguments: wanted, signal });
  if (isFailure(outcome)) return changeFailure(outcome, { correlation_id });
  const { value } = outcome;
  return { ...(isJsonObject(value) ? plainMembers(value) : {}), content_digest: digestOf(value).slice(0, 12) };
};

const plainMembers = (value: JsonObject): Facts =>
  Object.fromEntries(
    Object.entries(value)
      .flatMap(([name, member]): readonly (readonly [string, Facts[string]])[] => {
        if (!factName.test(name)) return [];
        if (typeof member === 'string') return [[name, cleanText(member, longestMember)]];
        return typeof member === 'number' || typeof member === 'boolean' ? [[name, member]] : [];
      })
      .slice(0, mostMembers),
  );
