import { ok, type Answer } from './answer.ts';

export interface Page {
  readonly number: number;
  readonly size: number;
  readonly skip: number;
  readonly url: URL;
}

const defaultSize = 30;
const maxSize = 100;

/** Reads `page` and `per_page` as GitHub does: what is not a sensible number counts as the default. */
export function readPage(url: URL): Page {
  const size = Math.min(positive(url.searchParams.get('per_page'), defaultSize), maxSize);
  const number = positive(url.searchParams.get('page'), 1);
  return { number, size, skip: (number - 1) * size, url };
}

/** One page of a list that is complete in memory. */
export function pageOf<T>(page: Page, all: readonly T[]): { readonly items: readonly T[]; readonly link?: string } {
  const items = all.slice(page.skip, page.skip + page.size);
  const link = linkOf(page, { last: Math.max(1, Math.ceil(all.length / page.size)) });
  return link ? { items, link } : { items };
}

export function paged<T>(page: Page, all: readonly T[], render: (item: T) => unknown): Answer {
  const { items, link } = pageOf(page, all);
  return ok(
    items.map((item) => render(item)),
    link ? { link } : undefined,
  );
}

/** The Link header; `last` is left out where counting everything would cost too much. */
export function linkOf(page: Page, known: { readonly last?: number; readonly more?: boolean }): string | undefined {
  const hasNext = known.last === undefined ? known.more === true : page.number < known.last;
  const targets: [relation: string, number: number][] = [];
  if (page.number > 1) targets.push(['prev', known.last ? Math.min(page.number - 1, known.last) : page.number - 1]);
  if (hasNext) targets.push(['next', page.number + 1]);
  if (hasNext && known.last !== undefined) targets.push(['last', known.last]);
  if (page.number > 1) targets.push(['first', 1]);
  if (targets.length === 0) return undefined;
  return targets.map(([relation, number]) => `<${addressOf(page.url, number)}>; rel="${relation}"`).join(', ');
}

function addressOf(url: URL, page: number): string {
  const copy = new URL(url);
  copy.searchParams.set('page', String(page));
  return copy.href;
}

function positive(text: string | null, otherwise: number): number {
  const number = Number(text ?? Number.NaN);
  return Number.isSafeInteger(number) && number > 0 && number < 1e7 ? number : otherwise;
}
