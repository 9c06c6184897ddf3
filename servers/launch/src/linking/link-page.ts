import type { RunConfig } from '../config/run-config.ts';
import { writeFrontMatter } from '../markdown/write-front-matter.ts';
import { mergePage } from '../merging/merge-page.ts';
import type { NewPatch } from '../patching/make-patch.ts';
import { rangeOf } from '../patching/range-of.ts';
import type { Tree } from '../sources/tree.ts';
import { findMovedPage } from './find-moved-page.ts';
import type { MergeReport } from './merge-report.ts';
import type { RecordedPage } from './page-record.ts';
import { updatePage } from './update-page.ts';

/** The patches of one page, the draft to remember for it, and what people have to know. */
export interface LinkedPage {
  readonly patches: readonly NewPatch[];
  readonly recorded: RecordedPage;
  readonly conflicts?: MergeReport['conflicts'];
  readonly removed?: MergeReport['removed_sections'];
  readonly notes?: MergeReport['pages'];
}

/** The state of a page before the run. */
export interface PageBefore {
  /** The page of the site; undefined if there is none. */
  readonly text: string | undefined;
  /** The page of the last launch. */
  readonly recorded: RecordedPage | undefined;
  /** Addresses of pages that this one replaces. */
  readonly aliases: readonly string[];
}

/** Links one page that exists, or that is new. */
export const linkPage = (page: RecordedPage, { text, recorded, aliases }: PageBefore): LinkedPage => {
  const { path, draft } = page;
  if (text === undefined) {
    const content = aliases.length === 0 ? draft : (writeFrontMatter(draft, { aliases: [...aliases] }) ?? draft);
    return { patches: [{ type: 'create_file', path, new_content: content }], recorded: page };
  }
  if (!recorded) return { patches: text === draft ? [] : updatePage(path, text, draft), recorded: page };
  const merged = mergePage({ base: recorded.draft, theirs: text, ours: draft });
  if (!merged) {
    const place = { path, reason: 'unmergeable', section: '', line: 1 } as const;
    return { patches: [], recorded, conflicts: [{ ...place, base: [], ours: [], theirs: [] }] };
  }
  return {
    patches: merged.content === text ? [] : [rangeOf(path, text, merged.content)],
    recorded: page,
    conflicts: merged.conflicts.map(({ base, ours, theirs, ...place }) => ({
      path,
      ...place,
      base: [...base],
      ours: [...ours],
      theirs: [...theirs],
    })),
    removed: merged.removed.map((section) => ({ path, section })),
  };
};

export interface AbsenceOptions {
  readonly tree: Tree;
  readonly config: RunConfig;
  readonly isOwn: (path: string) => boolean;
}

/** Leaves a page away that people deleted or moved, and says so. */
export const leaveOut = async (
  { path, draft }: RecordedPage,
  recorded: RecordedPage,
  options: AbsenceOptions,
): Promise<LinkedPage> => {
  const nowAt = await findMovedPage(recorded, options);
  const news = draft === recorded.draft ? 'there is no new text' : 'its new text is not published';
  const reason =
    nowAt === undefined
      ? `it was deleted by hand, so it is not recreated; ${news}`
      : `it was moved by hand to '${nowAt}', which is not changed; ${news}`;
  const kind = nowAt === undefined ? 'deleted' : 'moved';
  const note = { path, kind, reason, ...(nowAt !== undefined && { now_at: nowAt }) } as const;
  return { patches: [], recorded, notes: [note] };
};
