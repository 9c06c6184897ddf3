import { z } from 'zod';
import { defaultPerPage } from './fields.ts';

/** The paging fields of a list. */
export const pagingShape = {
  page: z.int(),
  per_page: z.int(),
  /** Whether there is more than this page shows. */
  truncated: z.boolean(),
  /** The page to ask for next; absent at the end, and beyond page 100. */
  next_page: z.int().optional(),
};

interface Asked {
  readonly page?: number | undefined;
  readonly per_page?: number | undefined;
}

/** The page to ask GitHub for. */
export const pageOf = ({ page = 1, per_page = defaultPerPage }: Asked) => ({ page, per_page });

/** The paging fields of an answered page. */
export const standingOf = (asked: Asked, nextPage: number | undefined) => ({
  ...pageOf(asked),
  truncated: nextPage !== undefined,
  ...(nextPage !== undefined && nextPage <= 100 && { next_page: nextPage }),
});
