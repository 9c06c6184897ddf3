import type { JsonObject } from '@recourse/contract';
import type { AdapterOperation } from '../../adapter/adapter.ts';
import { ownParameter } from '../request/own-parameter.ts';
import { pageParameters } from './page-arguments.ts';

/** The arguments that a cursor is bound to: all but those that may differ from page to page. */
export const withoutPaging = (operation: AdapterOperation, given: JsonObject): JsonObject => {
  const { paging, parameters } = operation;
  const free = new Set<string>(
    [...pageParameters, 'fields', 'preset'].filter((name) => !ownParameter(operation, name)),
  );
  for (const { name, wireName } of parameters) {
    if (wireName === paging?.parameter || wireName === paging?.sizeParameter) free.add(name);
  }
  return Object.fromEntries(Object.entries(given).filter(([name]) => !free.has(name)));
};
