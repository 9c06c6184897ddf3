import { isDeepStrictEqual } from 'node:util';
import { readFrontMatter } from '../markdown/read-front-matter.ts';
import { isReadable } from '../markdown/read-page.ts';
import { keptKeys } from '../merging/merge-front-matter.ts';
import { applyPatches } from '../patching/apply-patches.ts';
import { findSections, linesOf, sectionsOf } from '../patching/find-section.ts';
import { addPatches, emptyBundle } from '../patching/make-patch.ts';
import type { NewPatch } from '../patching/make-patch.ts';
import type { Patch } from '../patching/patch.ts';
import { sha256Of } from '../sources/digest.ts';
import { withLineFeeds } from '../patching/line-ends.ts';

type Updates = Extract<Patch, { readonly type: 'update_frontmatter_keys' }>['frontmatter_updates'];

/** The sections of a page that a draft can replace: those directly below the title. */
const sectionLevel = 2;

/**
 * The patches that bring a draft into an existing page: keys of the front matter, then sections by their headings, then
 * the sections that the page does not have, at its end. The text before the first section stays.
 */
export const updatePage = (path: string, before: string, draft: string): readonly NewPatch[] => {
  const keys = frontMatterPatch(path, before, draft);
  if (!isReadable(before) || readFrontMatter(before).problem !== undefined) return keys;
  const missing: string[] = [];
  const patches = [...keys];
  const text = withLineFeeds(before);
  for (const { anchor, body } of draftSections(draft)) {
    const found = findSections(text, anchor);
    if (found.length === 0) missing.push(`## ${anchor}\n\n${body}\n`);
    else if (found.length > 1 || bodyOf(text, found[0]) !== body) {
      patches.push({ type: 'update_by_anchor', path, anchor, new_content: `${body}\n` });
    }
  }
  return [...patches, ...appendPatch(path, before, patches, missing)];
};

const frontMatterPatch = (path: string, before: string, draft: string): readonly NewPatch[] => {
  const current = plain(readFrontMatter(before).values ?? {});
  const wanted = Object.entries(plain(readFrontMatter(draft).values ?? {}));
  const updates = wanted.filter(
    ([key, value]) => !(keptKeys.has(key) && Object.hasOwn(current, key)) && !isDeepStrictEqual(current[key], value),
  );
  if (updates.length === 0) return [];
  return [{ type: 'update_frontmatter_keys', path, frontmatter_updates: Object.fromEntries(updates) }];
};

/** As JSON, where dates are strings. */
const plain = (values: object): Updates => JSON.parse(JSON.stringify(values)) as Updates;

const draftSections = (draft: string): readonly { readonly anchor: string; readonly body: string }[] =>
  sectionsOf(draft)
    .filter(({ heading }) => heading.level === sectionLevel)
    .map((section) => ({ anchor: section.heading.text, body: bodyOf(draft, section) }));

const bodyOf = (page: string, section: { readonly start: number; readonly end: number } | undefined): string =>
  section ? linesOf(page).slice(section.start, section.end).join('\n').trim() : '';

const appendPatch = (
  path: string,
  before: string,
  patches: readonly NewPatch[],
  missing: readonly string[],
): readonly NewPatch[] => {
  if (missing.length === 0) return [];
  const applied = applyPatches(before, addPatches(emptyBundle, patches).patches);
  // The conflict is reported; there is no file to append to.
  if (applied.misfit || applied.content === undefined) return [];
  const lines = linesOf(applied.content);
  const gap = lines.at(-1)?.trim() === '' ? '' : '\n';
  return [
    {
      type: 'update_file_range',
      path,
      start_line: lines.length + 1,
      end_line: lines.length,
      new_content: `${gap}${missing.join('\n')}`,
      expected_before_hash: sha256Of(applied.content),
    },
  ];
};
