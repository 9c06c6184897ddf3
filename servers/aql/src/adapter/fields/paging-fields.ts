import type { Paging } from '../adapter.ts';
import { caution, wrong } from '../rules/findings.ts';
import type { Report } from '../rules/findings.ts';
import { fields, number, oneOf, text } from '../rules/index.ts';
import type { Rule, Section } from '../rules/index.ts';

const wireName = text({ longest: 128, pattern: /^[^\s&=#]+$/, expected: "the API's name for a parameter" });
const size = number({ least: 1, most: 1000, whole: true });

/** A path into an answer: names and positions with dots between them. */
const bodyPath = text({ longest: 200, pattern: /^[^\s.]+(?:\.[^\s.]+)*$/, expected: 'a path such as data.items' });

/** A name, or false if the API has no such parameter. */
const nameOrNone: Rule<string | false> = (place, report) =>
  place.tree.kind === 'value' && place.tree.value === false ? false : wireName(place, report);

const pagingFields = {
  style: oneOf(['cursor', 'offset', 'page', 'link_header']),
  param_name: wireName,
  per_page_param: nameOrNone,
  first_index: number({ least: 0, most: 1, whole: true }),
  default_limit: size,
  max_limit: size,
  items_path: bodyPath,
  cursor_path: bodyPath,
  total_path: bodyPath,
} as const;

export const paging = fields(pagingFields, { required: { style: 'the pagination style' } });

/** The usual parameter names of each style, unless the file says otherwise. */
const usual: Readonly<Record<Paging['style'], { readonly parameter: string; readonly size: string }>> = {
  cursor: { parameter: 'cursor', size: 'limit' },
  offset: { parameter: 'offset', size: 'limit' },
  page: { parameter: 'page', size: 'per_page' },
  link_header: { parameter: 'page', size: 'per_page' },
};

/** Most APIs count pages from 1 and items from 0. */
export const usualFirst = (style: Paging['style']): number => (style === 'offset' ? 0 : 1);

export const buildPaging = (section: Section<typeof pagingFields> | undefined, report: Report): Paging | undefined => {
  if (section?.is.style === undefined) return undefined;
  const { is, at, place } = section;
  const { style } = section.is;
  const maxSize = is.max_limit ?? Math.max(100, is.default_limit ?? 0);
  const defaultSize = is.default_limit ?? Math.min(20, maxSize);
  if (is.first_index !== undefined && style !== 'page' && style !== 'offset') {
    report(
      wrong(at('first_index'), "no 'first_index', as this style numbers neither pages nor items", { actual: 'one' }),
    );
  }
  if (defaultSize > maxSize) report(wrong(at('default_limit'), `${maxSize} or less, as 'max_limit' is ${maxSize}`));
  if (style === 'cursor' && is.cursor_path === undefined) {
    report(
      caution(
        place,
        "Without 'cursor_path', the next page cannot be found",
        "say where responses contain the next cursor, as in cursor_path: 'meta.next'",
      ),
    );
  }
  return {
    style,
    parameter: is.param_name ?? usual[style].parameter,
    firstIndex: is.first_index ?? usualFirst(style),
    sizeParameter: is.per_page_param === false ? undefined : (is.per_page_param ?? usual[style].size),
    defaultSize,
    maxSize,
    itemsAt: is.items_path,
    cursorAt: is.cursor_path,
    totalAt: is.total_path,
  };
};
