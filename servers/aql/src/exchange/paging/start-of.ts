import type { Failure } from '@recourse/contract';
import type { Paging } from '../../adapter/adapter.ts';
import type { FailWith } from '../exchange.ts';
import type { Position } from './cursor.ts';

/** Where the page begins that was asked for. `empty`: nothing can be there. */
export interface Start {
  readonly position: Position;
  readonly empty: boolean;
}

interface Wanted {
  readonly backward: boolean;
  readonly size: number;
  readonly cursor: Position | undefined;
  /** Where the caller set the API's own parameter. */
  readonly named: string | undefined;
}

/** The first item or page of what was asked for, by the style of the API. */
export const startOf = (paging: Paging, wanted: Wanted, fail: FailWith): Start | Failure => {
  const { backward, size, cursor, named } = wanted;
  const { firstIndex: first } = paging;
  if (backward && (!cursor || paging.style === 'cursor')) {
    return fail('VALIDATION_INVALID_VALUE', {
      param_name: cursor ? 'before' : 'last',
      rule: cursor
        ? "this list can only be read forward: use 'first' and 'after'"
        : "it needs 'before', because the end of the list is unknown",
    });
  }
  switch (paging.style) {
    case 'cursor':
      return at(cursor?.at ?? named ?? '', size);
    case 'link_header':
      return { position: { at: cursor?.at ?? named ?? '', size }, empty: backward && cursor?.at === '' };
    case 'offset': {
      const from = whole(cursor?.at ?? named) ?? first;
      if (!backward) return at(String(from), size);
      const before = from - first;
      return {
        position: { at: String(Math.max(first, from - size)), size: before > 0 ? Math.min(size, before) : size },
        empty: before <= 0,
      };
    }
    case 'page': {
      const page = whole(cursor?.at ?? named) ?? first;
      if (!cursor) return at(String(page), size);
      // Pages of another size begin elsewhere: only some of them begin where this cursor is.
      const from = (page - first) * cursor.size - (backward ? size : 0);
      if (backward && page <= first) return { position: { at: String(first), size }, empty: true };
      if (from >= 0 && from % size === 0) return at(String(from / size + first), size);
      return fail('VALIDATION_INVALID_VALUE', {
        param_name: backward ? 'last' : 'first',
        rule: `it must stay ${cursor.size} while this cursor is used`,
      });
    }
  }
};

const at = (position: string, size: number): Start => ({ position: { at: position, size }, empty: false });

const whole = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
