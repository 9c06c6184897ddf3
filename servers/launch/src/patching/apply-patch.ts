import { writeFrontMatter } from '../markdown/write-front-matter.ts';
import { isReadable } from '../markdown/read-page.ts';
import { sha256Of } from '../sources/digest.ts';
import { findSections, linesOf } from './find-section.ts';
import { contentHashOf } from './make-patch.ts';
import type { Patch } from './patch.ts';
import { isCrlf, withCrlf, withLineFeeds } from './line-ends.ts';

/** Why a patch does not fit a file. */
export interface Misfit {
  readonly reason:
    | 'DAMAGED_PATCH'
    | 'FILE_EXISTS'
    | 'FILE_MISSING'
    | 'ANCHOR_MISSING'
    | 'ANCHOR_AMBIGUOUS'
    | 'FRONT_MATTER_UNREADABLE'
    | 'RANGE_OUT_OF_BOUNDS'
    | 'RANGE_UNGUARDED'
    | 'CONTENT_CHANGED'
    | 'FILE_TOO_LARGE'
    | 'NOT_REPEATABLE';
  readonly expected: string;
  readonly actual: string;
}

/** The content of a file; undefined if there is none. */
type Content = string | undefined;
export type Applied = { readonly content: Content; readonly misfit?: never } | { readonly misfit: Misfit };

/** Applies one patch to a file. A file that already has the patch stays as it is. */
export const applyPatch = (content: Content, patch: Patch): Applied => {
  if (patch.content_hash !== contentHashOf(patch))
    return misfit('DAMAGED_PATCH', patch.content_hash, contentHashOf(patch));
  if (patch.type === 'create_file') {
    if (content === undefined || content === patch.new_content) return { content: patch.new_content };
    return misfit('FILE_EXISTS', 'no file, or a file with the same content', `sha256 ${sha256Of(content)}`);
  }
  if (patch.type === 'delete_file') {
    return content === undefined || isExpected(content, patch) ? { content: undefined } : changed(content, patch);
  }
  if (content === undefined) return misfit('FILE_MISSING', 'a file', 'no file');
  if (!isReadable(content)) return misfit('FILE_TOO_LARGE', 'a smaller file', `${content.length} characters`);
  const next = updated(content, patch);
  if (typeof next !== 'string') return { misfit: next };
  if (next === content) return { content };
  return patch.type === 'update_file_range' || isExpected(content, patch) ? { content: next } : changed(content, patch);
};

type Update = Exclude<Patch, { readonly type: 'create_file' | 'delete_file' }>;

/** A file in CRLF stays one: patches have line feeds, whatever the file has. */
const updated = (content: string, patch: Update): string | Misfit => {
  if (!isCrlf(content)) return changedBy(patch, content, content);
  const next = changedBy(patch, withLineFeeds(content), content);
  return typeof next === 'string' ? withCrlf(next) : next;
};

const changedBy = (patch: Update, content: string, original: string): string | Misfit => {
  switch (patch.type) {
    case 'update_by_anchor':
      return replaceSection(content, patch);
    case 'update_frontmatter_keys':
      return (
        writeFrontMatter(content, patch.frontmatter_updates) ?? {
          reason: 'FRONT_MATTER_UNREADABLE',
          expected: 'front matter in YAML or TOML',
          actual: 'front matter that cannot be read',
        }
      );
    case 'update_file_range':
      return replaceRange(content, patch, original);
  }
};

const replaceSection = (
  content: string,
  { anchor, new_content }: Extract<Patch, { type: 'update_by_anchor' }>,
): string | Misfit => {
  const [section, another] = findSections(content, anchor);
  if (!section) return { reason: 'ANCHOR_MISSING', expected: anchor, actual: 'no such heading' };
  if (another) return { reason: 'ANCHOR_AMBIGUOUS', expected: anchor, actual: 'several such headings' };
  const lines = linesOf(content);
  if (lines.slice(section.start, section.end).join('\n').trim() === new_content.trim()) return content;
  const rest = lines.slice(section.end);
  const body = new_content.trim() === '' ? [] : ['', ...new_content.trim().split('\n')];
  return joined([...lines.slice(0, section.start), ...body, ...(rest.length > 0 ? ['', ...rest] : [])]);
};

/** `original` is the content that hashes speak of. */
const replaceRange = (
  content: string,
  patch: Extract<Patch, { type: 'update_file_range' }>,
  original: string,
): string | Misfit => {
  const { start_line, end_line, new_content, expected_before_hash } = patch;
  const lines = linesOf(content);
  const added = linesOf(content === original ? new_content : withLineFeeds(new_content));
  const isAsExpected = expected_before_hash === undefined ? undefined : sha256Of(original) === expected_before_hash;
  if (isAsExpected !== true) {
    const present = lines.slice(start_line - 1, start_line - 1 + added.length);
    if (present.length === added.length && present.every((line, index) => line === added[index])) {
      if (isAsExpected === false || added.length === end_line - start_line + 1) return content;
    }
    if (isAsExpected === false) {
      return {
        reason: 'CONTENT_CHANGED',
        expected: `sha256 ${expected_before_hash}`,
        actual: `sha256 ${sha256Of(original)}`,
      };
    }
    if (added.length !== end_line - start_line + 1) {
      const expected = 'an expected_before_hash, because the patch changes the number of lines';
      return { reason: 'RANGE_UNGUARDED', expected, actual: 'none' };
    }
  }
  // A range that ends before it starts inserts lines.
  if (end_line < start_line - 1 || end_line > lines.length) {
    const actual = `${lines.length} lines`;
    return { reason: 'RANGE_OUT_OF_BOUNDS', expected: `lines ${start_line} to ${end_line}`, actual };
  }
  return joined([...lines.slice(0, start_line - 1), ...added, ...lines.slice(end_line)]);
};

const joined = (lines: readonly string[]): string => (lines.length === 0 ? '' : `${lines.join('\n')}\n`);

const isExpected = (content: string, { expected_before_hash: hash }: Patch): boolean =>
  hash === undefined || sha256Of(content) === hash;

const changed = (content: string, { expected_before_hash: hash }: Patch): Applied =>
  misfit('CONTENT_CHANGED', `sha256 ${hash ?? ''}`, `sha256 ${sha256Of(content)}`);

const misfit = (reason: Misfit['reason'], expected: string, actual: string): Applied => ({
  misfit: { reason, expected, actual },
});
