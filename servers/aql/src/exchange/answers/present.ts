import { succeed } from '@recourse/contract';
import type { Json, JsonObject, Outcome, Warning } from '@recourse/contract';
import { selectFields } from '../fields/select-fields.ts';
import type { Read } from '../perform.ts';
import type { Mask } from '../secrets/mask.ts';
import { withEtag } from './with-etag.ts';

interface Presentation {
  /** The answer as a page, where it is one. */
  readonly page: JsonObject | undefined;
  readonly paths: readonly string[] | undefined;
  readonly mask: Mask;
  readonly warnings: readonly Warning[];
}

/** The result that a caller receives: the selected fields, without secrets. */
export const present = ({ answer, data, source }: Read, { page, paths, mask, warnings }: Presentation): Outcome => {
  const masked = source === undefined || mask.mayStandIn(source);
  const shown = (value: Json): Json => {
    const selected = paths ? selectFields(value, paths) : value;
    return masked ? mask.json(selected) : selected;
  };
  if (page) return succeed({ ...page, items: shown(page['items'] ?? []) }, warnings);
  return succeed(withEtag(shown(data), answer.headers, mask), warnings);
};
