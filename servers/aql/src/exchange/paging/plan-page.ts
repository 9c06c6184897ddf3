import { warn } from '@recourse/contract';
import type { Failure, JsonObject, Warning } from '@recourse/contract';
import type { AdapterOperation, Paging, Parameter } from '../../adapter/adapter.ts';
import type { FailWith } from '../exchange.ts';
import { readCursor } from './cursor.ts';
import type { Position } from './cursor.ts';
import { readPageArguments } from './page-arguments.ts';
import type { PageArguments } from './page-arguments.ts';
import { startOf } from './start-of.ts';

/** Which page to ask the API for, in its own terms. */
export interface PagePlan {
  readonly paging: Paging;
  readonly position: Position;
  /** Values for the API's parameters that the operation declares. */
  readonly arguments: JsonObject;
  /** Values for those that it does not declare. */
  readonly query: Readonly<Record<string, string>>;
  /** True if the answer is known to be empty, so that nothing needs to be asked. */
  readonly empty: boolean;
  readonly scope: string;
  readonly warnings: readonly Warning[];
}

/** Turns MCP-AQL's parameters for pages into the API's own. */
export const planPage = (
  operation: AdapterOperation,
  paging: Paging,
  given: JsonObject,
  { scope, fail }: { readonly scope: string; readonly fail: FailWith },
): PagePlan | Failure => {
  const asked = readPageArguments(operation, paging, given, fail);
  if ('ok' in asked) return asked;
  const own = (wireName: string | undefined): Parameter | undefined =>
    operation.parameters.find((parameter) => parameter.wireName === wireName);
  const ownValue = (wireName: string | undefined) => given[own(wireName)?.name ?? ''];
  const cursor =
    asked.cursor === undefined ? undefined : readCursor(asked.backward ? 'before' : 'after', asked.cursor, scope, fail);
  if (cursor && 'ok' in cursor) return cursor;
  const wanted = asked.size ?? countOf(ownValue(paging.sizeParameter)) ?? cursor?.size ?? paging.defaultSize;
  const size = Math.min(wanted, paging.maxSize);
  const named = asked.size === undefined ? ownValue(paging.parameter) : undefined;
  const start = startOf(paging, { ...asked, size, cursor, named: textOf(named) }, fail);
  if ('ok' in start) return start;
  const { at, size: items } = start.position;
  const sent: readonly (readonly [string, string])[] = [
    ...(at === '' ? [] : [[paging.parameter, at] as const]),
    ...(paging.sizeParameter === undefined ? [] : [[paging.sizeParameter, String(items)] as const]),
  ];
  return {
    paging,
    ...start,
    scope,
    arguments: Object.fromEntries(
      sent.flatMap(([wireName, value]) => {
        const parameter = own(wireName);
        return parameter ? [[parameter.name, typed(parameter, value)]] : [];
      }),
    ),
    query: Object.fromEntries(sent.filter(([wireName]) => !own(wireName))),
    warnings: wanted > size ? [truncated(asked, wanted, size)] : [],
  };
};

const truncated = ({ backward }: PageArguments, wanted: number, size: number): Warning =>
  warn('VALIDATION_TRUNCATED_WARNING', {
    field: backward ? 'last' : 'first',
    limit: size,
    original_count: wanted,
    truncated_count: size,
  });

const countOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : undefined;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const typed = ({ schema }: Parameter, value: string): string | number =>
  (schema['type'] === 'integer' || schema['type'] === 'number') && /^\d+$/.test(value) ? Number(value) : value;
