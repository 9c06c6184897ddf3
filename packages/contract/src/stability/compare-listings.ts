import type { JsonSchema } from '../dialects/dialect.ts';
import { isJsonObject } from '../json.ts';
import type { Json } from '../json.ts';
import { compareCodes, weigh } from './compare-codes.ts';
import type { Difference, Finding } from './compare-codes.ts';
import type { ListedCode } from './list-codes.ts';
import { qualifiedName } from './list-codes.ts';
import { listFields } from './list-fields.ts';
import { lockedCodes } from './locked-code.ts';
import type { LockableCode } from './locked-code.ts';

/** A listed code as far as two listings can be compared. Listings of other programs may leave out the last three. */
export type ComparableCode = LockableCode & Partial<Pick<ListedCode, 'message' | 'hint' | 'jsonrpc'>>;

/**
 * Compares two listings. Besides what a lock promises it reports values of details, placeholders of sentences, and
 * numbers of the `jsonrpc` dialect.
 */
export const compareListings = (
  before: readonly ComparableCode[],
  after: readonly ComparableCode[],
): readonly Finding[] => {
  const was = new Map(before.map((listed) => [qualifiedName(listed), listed]));
  const further = after.flatMap((listed) => {
    const name = qualifiedName(listed);
    const earlier = was.get(name);
    if (!earlier || earlier.reserved || listed.reserved) return [];
    return compareListed(earlier, listed).map((difference) => weigh(name, difference));
  });
  const promised = compareCodes(lockedCodes(before, qualifiedName), lockedCodes(after, qualifiedName));
  return [...promised, ...further].toSorted(({ code: one }, { code: other }) =>
    one < other ? -1 : one > other ? 1 : 0,
  );
};

const compareListed = (was: ComparableCode, is: ComparableCode): readonly Difference[] => [
  ...compareNumber(was, is),
  ...compareValues(was.details, is.details),
  ...comparePlaceholders('message', was.message, is.message),
  ...comparePlaceholders('hint', was.hint, is.hint),
];

const compareNumber = (
  { jsonrpc: before }: ComparableCode,
  { jsonrpc: after }: ComparableCode,
): readonly Difference[] =>
  before === undefined || after === undefined || before === after
    ? []
    : [
        {
          change: 'jsonrpc-changed',
          field: 'jsonrpc',
          before,
          after,
          says: `changed jsonrpc from ${before} to ${after}`,
        },
      ];

/** Programs may wait for a value that is gone. A new value only adds a case. */
const compareValues = (was: JsonSchema, is: JsonSchema): readonly Difference[] => {
  const earlier = new Map(listFields(was).map(({ path, schema }) => [path, schema]));
  return listFields(is).flatMap(({ path, schema }): readonly Difference[] => {
    const before = earlier.get(path);
    if (!before) return [];
    const [had, has] = [valuesOf(before), valuesOf(schema)];
    const field = `details.${path}`;
    if (!had && !has) return [];
    if (!has) return [{ change: 'details-value-added', field, says: `now allows any value of ${field}` }];
    if (!had) {
      return [
        { change: 'details-value-removed', field, after: [...has], says: `now restricts ${field} to ${shown(has)}` },
      ];
    }
    const removed = had.filter((value) => !has.includes(value));
    const added = has.filter((value) => !had.includes(value));
    return [
      ...removed.map((value) => ({
        change: 'details-value-removed' as const,
        field,
        before: value,
        says: `no longer allows ${shown([value])} in ${field}`,
      })),
      ...added.map((value) => ({
        change: 'details-value-added' as const,
        field,
        after: value,
        says: `now allows ${shown([value])} in ${field}`,
      })),
    ];
  });
};

type Value = string | number | boolean | null;

/** The values that a field or the items of a list may have; nothing if any value of its type is allowed. */
const valuesOf = (schema: JsonSchema): readonly Value[] | undefined => {
  const { enum: values, const: only, items, anyOf } = schema;
  if (Array.isArray(values)) return values.filter(isValue);
  if (only !== undefined) return [only].filter(isValue);
  if (isJsonObject(items)) return valuesOf(items);
  if (!Array.isArray(anyOf)) return undefined;
  const options = anyOf.map((option: Json) => (isJsonObject(option) ? valuesOf(option) : undefined));
  return options.every((option) => option !== undefined) ? options.flat() : undefined;
};

const isValue = (value: Json | undefined): value is Value => value === null || typeof value !== 'object';

const shown = (values: readonly Value[]): string => values.map((value) => JSON.stringify(value)).join(', ');

/** Messages may change. The values that they mention are in the details, which a lock protects. */
const comparePlaceholders = (
  field: 'message' | 'hint',
  was: readonly string[] | undefined,
  is: readonly string[] | undefined,
): readonly Difference[] => {
  if (!was || !is) return [];
  const [before, after] = [placeholdersIn(was), placeholdersIn(is)];
  if (before.join() === after.join()) return [];
  const names = (list: readonly string[]): string =>
    list.length === 0 ? 'none' : list.map((name) => `{${name}}`).join(', ');
  const says = `changed the placeholders of its ${field} from ${names(before)} to ${names(after)}`;
  return [{ change: 'placeholders-changed', field, before: [...before], after: [...after], says }];
};

const placeholdersIn = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)))].toSorted();
