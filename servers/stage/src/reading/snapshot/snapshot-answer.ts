import { z } from 'zod';
import { elementFields } from '../element-fields.ts';
import { diffFormats } from './snapshot-options.ts';
import type { JsonElement } from './shown-element.ts';

/** A call that can be made without changes. */
export const furtherCall = z.object({
  tool: z.string(),
  arguments: z.record(z.string(), z.json()),
  why: z.string(),
});

/** The elements that did not fit, and the call that shows them. */
const omitted = z.object({
  elements: z.int(),
  interactive: z.int(),
  more: furtherCall,
});

const jsonElement: z.ZodType<JsonElement> = z.lazy(() =>
  z.object({ ...elementFields, children: z.array(jsonElement).optional() }),
) as never;

/** A new element of a diff. `in` is the reference of its nearest container that the agent knows. */
const addedElement = z.object({ ...elementFields, in: z.int().optional() });

const changedElement = z.object({
  ref: z.int(),
  was: z.int().optional(),
  role: z.string(),
  name: z.string().optional(),
  changes: z.record(z.string(), z.tuple([z.json(), z.json()])).optional(),
  before: z.object(elementFields).optional(),
  after: z.object(elementFields).optional(),
});

/**
 * The payload of a snapshot. `snapshot` and `diff` are the text form, the others the JSON form. A changed element has
 * `changes` in a compact diff, `before` and `after` in a full one.
 */
export const snapshotAnswer = z.object({
  surface_id: z.string(),
  snapshot_id: z.int(),
  url: z.string(),
  title: z.string(),
  kind: z.enum(['full', 'diff']),
  renderer_reloaded: z.boolean(),
  diff_format: z.enum(diffFormats).optional(),
  snapshot: z.string().optional(),
  elements: z.array(jsonElement).optional(),
  diff: z.string().optional(),
  added: z.array(addedElement).optional(),
  changed: z.array(changedElement).optional(),
  removed: z.array(z.object({ ref: z.int(), role: z.string(), name: z.string().optional() })).optional(),
  entry_count: z.int(),
  truncated: z.boolean(),
  omitted: omitted.optional(),
  incomplete: z.array(z.string()).optional(),
});
export type SnapshotAnswer = z.output<typeof snapshotAnswer>;
export type FurtherCall = z.output<typeof furtherCall>;
export type Omitted = z.output<typeof omitted>;
