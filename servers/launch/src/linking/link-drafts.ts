import type { Draft, PagePlan } from '../artifacts.ts';
import { recordPath } from '../config/record-path.ts';
import type { RunConfig } from '../config/run-config.ts';
import { sections } from '../config/sections.ts';
import { addPatches, emptyBundle } from '../patching/make-patch.ts';
import type { NewPatch } from '../patching/make-patch.ts';
import type { PatchBundle } from '../patching/patch.ts';
import { rangeOf } from '../patching/range-of.ts';
import { readText } from '../patching/read-text.ts';
import type { Tree } from '../sources/tree.ts';
import { leaveOut, linkPage } from './link-page.ts';
import type { LinkedPage } from './link-page.ts';
import { emptyReport, reportOf } from './merge-report.ts';
import type { MergeReport } from './merge-report.ts';
import { readRecord, writeRecord } from './page-record.ts';
import type { RecordedPage } from './page-record.ts';
import { settleStalePages } from './stale-pages.ts';

export interface LinkOptions {
  readonly tree: Tree;
  readonly config: RunConfig;
  readonly plan: PagePlan;
  readonly drafts: readonly Draft[];
}

export interface LinkedDrafts {
  readonly bundle: PatchBundle;
  readonly report: MergeReport;
}

/**
 * Turns drafts into patches of the site, by section and path. A page that does not exist is created. A page of an earlier
 * launch is merged with its draft of then as the base. A page that no launch has written gets front matter and
 * sections. A page that cannot take them gets patches that conflict, so that the validation reports it.
 */
export const linkDrafts = async (options: LinkOptions): Promise<LinkedDrafts> => {
  const { tree, config } = options;
  const record = await readRecord(tree, config);
  // Without the record, edits of people cannot be told from text of the last launch.
  if (!record.ok) return { bundle: emptyBundle, report: { ...emptyReport, record_problem: record.problem } };
  const pages = pagesOf(options);
  const stale = await settleStalePages({ tree, config, pages, recorded: record.pages });
  const present = new Set(tree.entries.map(({ path }) => path));
  const planned = new Set(pages.map(({ path }) => path));
  const isOwn = (path: string): boolean => planned.has(path) || record.pages.has(path);
  const linked: LinkedPage[] = [];
  for (const page of pages) {
    const recorded = record.pages.get(page.path);
    if (recorded && !present.has(page.path)) linked.push(await leaveOut(page, recorded, { tree, config, isOwn }));
    else {
      const text = present.has(page.path) ? await readText(tree, page.path) : undefined;
      linked.push(linkPage(page, { text, recorded, aliases: stale.aliases.get(page.path) ?? [] }));
    }
  }
  const patches = [...linked, stale].flatMap((part) => part.patches);
  const written = writeRecord([...linked.map(({ recorded }) => recorded), ...stale.kept], record.text);
  return {
    bundle: addPatches(emptyBundle, [...patches, ...recordPatches(recordPath(config), record.text, written, patches)]),
    report: reportOf(linked, stale.notes),
  };
};

const pagesOf = ({ plan, drafts }: LinkOptions): readonly RecordedPage[] => {
  const planned = new Set(plan.pages.map(({ path }) => path));
  return drafts
    .toSorted((one, other) => sections.indexOf(one.section) - sections.indexOf(other.section))
    .flatMap(({ section, pages }) =>
      pages
        .toSorted((one, other) => (one.path < other.path ? -1 : 1))
        .map(({ path, content }) => ({ path, section, draft: content })),
    )
    .filter(({ path }) => planned.has(path));
};

/** The record changes only with pages: alone it is no reason for a pull request. */
const recordPatches = (
  path: string | undefined,
  before: string | undefined,
  after: string,
  others: readonly NewPatch[],
): readonly NewPatch[] => {
  if (path === undefined || others.length === 0 || before === after) return [];
  return [before === undefined ? { type: 'create_file', path, new_content: after } : rangeOf(path, before, after)];
};
