import { z } from 'zod';

const sha256 = z.string().regex(/^[a-f0-9]{64}$/);
const shared = {
  patch_id: z.string().regex(/^patch_\d{3,}$/),
  /** The file in the site's repository. */
  path: z.string().min(1),
  /** SHA-256 of the content that the patch brings. */
  content_hash: sha256,
  /** SHA-256 of the whole file that the patch was made for; another content is a conflict. */
  expected_before_hash: sha256.optional(),
};

/** One change of one file of the site. Applying a patch twice leaves the same file as applying it once. */
const patchSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...shared, type: z.literal('create_file'), new_content: z.string() }),
  z.strictObject({
    ...shared,
    type: z.literal('update_by_anchor'),
    /** The text of the heading whose section is replaced. */
    anchor: z.string().min(1),
    new_content: z.string(),
  }),
  z.strictObject({
    ...shared,
    type: z.literal('update_frontmatter_keys'),
    frontmatter_updates: z.record(z.string(), z.json()),
  }),
  z.strictObject({
    ...shared,
    type: z.literal('update_file_range'),
    /** The first and the last line that are replaced, counted from 1. A range that ends before it starts inserts. */
    start_line: z.int().min(1),
    end_line: z.int().min(0),
    new_content: z.string(),
  }),
  z.strictObject({ ...shared, type: z.literal('delete_file') }),
]);
export type Patch = z.output<typeof patchSchema>;

/** The changes of a run, in the order in which they are applied. */
export const patchBundleSchema = z.strictObject({
  schema_version: z.literal('1.0'),
  patches: z.array(patchSchema),
});
export type PatchBundle = z.output<typeof patchBundleSchema>;
