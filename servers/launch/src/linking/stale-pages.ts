import type { RunConfig } from '../config/run-config.ts';
import { mostlySame, similarity } from '../merging/similarity.ts';
import { linesOf, sectionsOf } from '../patching/find-section.ts';
import { withLineFeeds } from '../patching/line-ends.ts';
import type { NewPatch } from '../patching/make-patch.ts';
import { readText } from '../patching/read-text.ts';
import { pageAddress } from '../planning/page-path.ts';
import { sha256Of } from '../sources/digest.ts';
import type { Tree } from '../sources/tree.ts';
import type { PageNote } from './merge-report.ts';
import type { RecordedPage } from './page-record.ts';

export interface StaleOptions {
  readonly tree: Tree;
  readonly config: RunConfig;
  /** The pages of this run. */
  readonly pages: readonly RecordedPage[];
  /** The pages of earlier runs, by path. */
  readonly recorded: ReadonlyMap<string, RecordedPage>;
}

export interface StalePages {
  readonly patches: readonly NewPatch[];
  /** Pages that stay in the record. */
  readonly kept: readonly RecordedPage[];
  readonly notes: readonly PageNote[];
  /** Addresses of deleted pages, by the page that has their text now. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
}

const mostNames = 8;

/**
 * Decides what happens to pages of earlier runs that this run does not write. They are reported. With
 * `stale_pages: delete` unedited ones are deleted, and the page with their text gets their address.
 */
export const settleStalePages = async ({ tree, config, pages, recorded }: StaleOptions): Promise<StalePages> => {
  const written = new Set(pages.map(({ path }) => path));
  const patches: NewPatch[] = [];
  const kept: RecordedPage[] = [];
  const notes: PageNote[] = [];
  const aliases = new Map<string, readonly string[]>();
  const headings = new Set(pages.flatMap(({ draft }) => headingsOf(draft)));
  const added = pages.filter(({ path }) => !recorded.has(path));
  for (const page of [...recorded.values()].filter(({ path }) => !written.has(path))) {
    const { path, draft, section } = page;
    // Sections that this run does not write are not its business.
    if (!config.required_sections.includes(section)) {
      kept.push(page);
      continue;
    }
    const text = await readText(tree, path);
    if (text === undefined) continue;
    const edited = withLineFeeds(text.replace(/^\u{FEFF}/u, '')) !== draft;
    const successor = added.find((other) => similarity(linesOf(draft), linesOf(other.draft)) >= mostlySame);
    const removed = config.stale_pages === 'delete' && !edited;
    const reason = reasonOf(page, config, headings);
    notes.push({ path, kind: 'stale', edited, removed, reason, ...(successor && { now_at: successor.path }) });
    if (!removed) {
      kept.push(page);
      continue;
    }
    patches.push({ type: 'delete_file', path, expected_before_hash: sha256Of(text) });
    if (successor) {
      aliases.set(successor.path, [...(aliases.get(successor.path) ?? []), pageAddress(config, path)]);
    }
  }
  return { patches, kept, notes, aliases };
};

const headingsOf = (page: string): readonly string[] => sectionsOf(page).map(({ heading }) => heading.text);

const reasonOf = (
  { section, draft }: RecordedPage,
  { github_ref }: RunConfig,
  present: ReadonlySet<string>,
): string => {
  const product = `the product at ${github_ref.slice(0, 12)}`;
  const gone = headingsOf(draft).filter((name) => !present.has(name));
  if (section !== 'reference' || gone.length === 0) return `${product} no longer provides content for this page`;
  const rest = gone.length > mostNames ? ` and ${gone.length - mostNames} more` : '';
  return `${product} no longer has ${gone.slice(0, mostNames).join(', ')}${rest}`;
};
