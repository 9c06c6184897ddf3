import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { Follow } from '../document/references.ts';
import type { Paging } from '../../adapter/adapter.ts';
import type { RequestParameter } from '../parameters/request-parameters.ts';
import type { Success } from './draft-operation.ts';
import { wordsOf } from './words.ts';

const sizeNames = 'per_page page_size limit size max_results count top take first items_per_page max_items'.split(' ');
const pageNames = 'page page_number page_no page_num p page_index'.split(' ');
const offsetNames = 'offset skip start start_index start_at from'.split(' ');
const cursorNames =
  'cursor page_token next_token starting_after after continuation_token next_cursor page_cursor next_page_token continuation marker start_cursor'.split(
    ' ',
  );
const nextNames =
  'next_cursor next_page_token next_token end_cursor continuation_token next cursor after next_marker next_page_cursor'.split(
    ' ',
  );
const itemNames = new Set('items data results records values entries nodes rows list content hits'.split(' '));
const totalNames = 'total total_count count total_results total_items total_elements total_size'.split(' ');
const holderNames = new Set(
  'meta paging pagination page_info response_metadata page links metadata cursors'.split(' '),
);

/** How the pages of a list are asked for, where parameters and answer together show it. */
export const pagingOf = (
  parameters: readonly RequestParameter[],
  success: Success,
  follow: Follow,
): Paging | undefined => {
  const items = itemsPath(success.schema, follow);
  if (!items) return undefined;
  const query = new Map(
    parameters
      .filter((parameter) => parameter.in === 'query' && !parameter.required && !isTime(parameter))
      .map((parameter) => [wordsOf(parameter.wireName).join('_'), parameter]),
  );
  // With an end, the beginning is that of a range.
  if (rangeEnds.some((name) => query.has(name))) for (const name of rangeStarts) query.delete(name);
  const first = (names: readonly string[]) => names.map((name) => query.get(name)).find((each) => each !== undefined);
  const isNumber = (parameter: RequestParameter | undefined): parameter is RequestParameter =>
    parameter?.definition.type === 'integer' || parameter?.definition.type === 'number';
  const size = first(sizeNames);
  const { defaultSize, maxSize } = sizesOf(isNumber(size) ? size : undefined);
  const totalAt = memberPath(success.schema, totalNames, follow);
  const shared = {
    firstIndex: 1,
    sizeParameter: isNumber(size) ? size.wireName : undefined,
    defaultSize,
    maxSize,
    itemsAt: items.at,
    totalAt,
    cursorAt: undefined,
  };
  const cursor = first(cursorNames);
  const cursorAt = memberPath(success.schema, nextNames, follow);
  if (cursor && cursor !== size && cursorAt !== undefined) {
    return { ...shared, style: 'cursor', parameter: cursor.wireName, cursorAt };
  }
  if (cursor && cursor !== size && success.headers.has('link')) {
    return { ...shared, style: 'link_header', parameter: cursor.wireName };
  }
  const page = first(pageNames);
  if (isNumber(page)) {
    if (success.headers.has('link')) return { ...shared, style: 'link_header', parameter: page.wireName };
    return { ...shared, style: 'page', parameter: page.wireName, firstIndex: firstIndexOf(page, 1) };
  }
  const offset = first(offsetNames);
  return isNumber(offset) && isNumber(size)
    ? { ...shared, style: 'offset', parameter: offset.wireName, firstIndex: firstIndexOf(offset, 0) }
    : undefined;
};

const rangeStarts = ['from', 'start'];
const rangeEnds = ['to', 'until', 'end', 'stop'];
const ambiguousNames = new Set([...rangeStarts, 'after', 'continuation', 'marker']);

/** Whether a parameter takes a time, which selects items and does not count them. */
const isTime = ({ wireName, definition: { format = '', description = '' } }: RequestParameter): boolean =>
  format.startsWith('date') ||
  (ambiguousNames.has(wordsOf(wireName).join('_')) && /\b(?:time|date|timestamp|epoch)\b/i.test(description));

/** The number of the first page or item, as the default, the minimum or the description of the parameter shows it. */
const firstIndexOf = ({ definition }: RequestParameter, usual: number): number => {
  const { default: fallback, minimum, description = '' } = definition;
  if (fallback === 0 || fallback === 1) return fallback;
  if (minimum !== undefined && minimum > 0) return 1;
  const [, told, based] = startWords.exec(description) ?? [];
  const word = (told ?? based)?.toLowerCase();
  if (word !== undefined) return word === '0' || word === 'zero' ? 0 : 1;
  return minimum === 0 ? 0 : usual;
};

const startWords =
  /\b(?:start(?:s|ing)?|begin(?:s|ning)?|count(?:s|ed|ing)?) (?:at|from|with) (0|1|zero|one)\b|\b(0|1|zero|one)[- ](?:based|indexed)/i;

const sizesOf = (size: RequestParameter | undefined): { readonly defaultSize: number; readonly maxSize: number } => {
  const { maximum, default: fallback, description = '' } = size?.definition ?? {};
  const told = /max(?:imum)?[^0-9]{0,20}(\d{1,4})\b/i.exec(description)?.[1];
  const largest = Math.min(1000, Math.max(1, Math.floor(maximum ?? (told === undefined ? 100 : Number(told)))));
  const usual = typeof fallback === 'number' && Number.isInteger(fallback) && fallback > 0 ? fallback : 20;
  return { defaultSize: Math.min(usual, largest), maxSize: largest };
};

/** Where the items are: the body itself, or the one member of it that is a list. */
const itemsPath = (schema: JsonObject | undefined, follow: Follow): { readonly at: string | undefined } | undefined => {
  if (!schema) return undefined;
  if (schema['type'] === 'array') return { at: undefined };
  const members = Object.entries(membersOf(schema, follow));
  const lists = members.filter(([, member]) => follow(member)['type'] === 'array').map(([name]) => name);
  const [only] = lists;
  const known = lists.find((name) => itemNames.has(name));
  const at = known ?? (lists.length === 1 ? only : undefined);
  return at === undefined || !isPathName(at) ? undefined : { at };
};

const membersOf = (schema: JsonObject, follow: Follow): JsonObject => {
  const own = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'] : [];
  return Object.assign({}, ...parts.map((part) => follow(part)['properties'] ?? {}), own) as JsonObject;
};

/** A member of one of these names, in the body or in what the body keeps such things in. */
const memberPath = (schema: JsonObject | undefined, names: readonly string[], follow: Follow): string | undefined => {
  if (!schema || schema['type'] === 'array') return undefined;
  const members = membersOf(schema, follow);
  const direct = nameAmong(members, names, follow);
  if (direct !== undefined) return direct;
  for (const [holder, value] of Object.entries(members)) {
    if (!holderNames.has(wordsOf(holder).join('_')) || !isPathName(holder)) continue;
    const inside = nameAmong(membersOf(follow(value), follow), names, follow);
    if (inside !== undefined) return `${holder}.${inside}`;
  }
  return undefined;
};

const nameAmong = (members: JsonObject, names: readonly string[], follow: Follow): string | undefined =>
  Object.keys(members).find((member) => {
    const { type, description } = follow(members[member]);
    const words = wordsOf(member).join('_');
    if (!names.includes(words) || !isPathName(member) || type === 'object' || type === 'array') return false;
    return words !== 'count' || isTotal(members, description);
  });

/** A plain count may be that of the page alone, unless its description or its neighbours show that it is of all pages. */
const isTotal = (members: JsonObject, description: Json | undefined): boolean =>
  (typeof description === 'string' && /\btotal\b|\ball\b|\boverall\b/i.test(description)) ||
  (Object.hasOwn(members, 'next') && Object.hasOwn(members, 'previous'));

/** A name that can be part of a dot path. */
const isPathName = (name: string): boolean => /^[A-Za-z_][\w-]*$/.test(name);
