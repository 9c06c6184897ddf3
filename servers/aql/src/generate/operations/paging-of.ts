import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
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
      .filter((parameter) => parameter.in === 'query' && !parameter.required)
      .map((parameter) => [wordsOf(parameter.wireName).join('_'), parameter]),
  );
  const first = (names: readonly string[]) => names.map((name) => query.get(name)).find((each) => each !== undefined);
  const isNumber = (parameter: RequestParameter | undefined): parameter is RequestParameter =>
    parameter?.definition.type === 'integer' || parameter?.definition.type === 'number';
  const size = first(sizeNames);
  const { defaultSize, maxSize } = sizesOf(isNumber(size) ? size : undefined);
  const totalAt = memberPath(success.schema, totalNames, follow);
  const shared = {
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
    return { ...shared, style: success.headers.has('link') ? 'link_header' : 'page', parameter: page.wireName };
  }
  const offset = first(offsetNames);
  return isNumber(offset) && isNumber(size) ? { ...shared, style: 'offset', parameter: offset.wireName } : undefined;
};

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
    const { type } = follow(members[member]);
    return names.includes(wordsOf(member).join('_')) && isPathName(member) && type !== 'object' && type !== 'array';
  });

/** A name that can stand in a path with dots. */
const isPathName = (name: string): boolean => /^[A-Za-z_][\w-]*$/.test(name);
