import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { recordName, recordPath } from '../config/record-path.ts';
import type { RunConfig } from '../config/run-config.ts';
import { sections } from '../config/sections.ts';
import type { Section } from '../config/sections.ts';
import { readText } from '../patching/read-text.ts';
import { sha256Of } from '../sources/digest.ts';
import type { Tree } from '../sources/tree.ts';

/** A page as the last merged launch drafted it. */
export interface RecordedPage {
  readonly path: string;
  readonly section: Section;
  readonly draft: string;
}

export type ReadRecord =
  | {
      readonly ok: true;
      readonly pages: ReadonlyMap<string, RecordedPage>;
      /** The file where this launch writes the record; undefined if there is none yet. */
      readonly text: string | undefined;
    }
  | { readonly ok: false; readonly problem: string };

const mostPages = 10_000;
/** A draft is at most as long as a page that gates read. */
const mostDraftBytes = 4 * 1024 * 1024;

const recordSchema = z.strictObject({
  schema_version: z.literal('1.0'),
  about: z.string(),
  pages: z
    .array(
      z.strictObject({
        path: z.string().min(1),
        section: z.enum(sections),
        /** The SHA-256 of the draft. */
        sha256: z.string(),
        /** The draft, deflated, in base64. */
        draft: z.string(),
      }),
    )
    .max(mostPages),
});

const about =
  'Drafts of the last launch. The next launch compares them with the pages to preserve your edits. Commit this file with the pages; do not edit it.';

/**
 * Reads the record of a product. A site without one has no pages of earlier launches. A record in another place is from
 * a launch with other allowed paths.
 */
export const readRecord = async (tree: Tree, config: RunConfig): Promise<ReadRecord> => {
  const found = tree.entries.map(({ path }) => path).filter((path) => path.endsWith(`/${recordName(config)}`));
  const usual = recordPath(config);
  const path = found.find((one) => one === usual) ?? found[0];
  if (path === undefined) return { ok: true, pages: new Map(), text: undefined };
  const text = await readText(tree, path);
  try {
    const pages = readPages(text ?? '');
    return {
      ok: true,
      pages: new Map(pages.map((page) => [page.path, page])),
      text: path === usual ? text : undefined,
    };
  } catch {
    return { ok: false, problem: `'${path}' is damaged` };
  }
};

const readPages = (text: string): readonly RecordedPage[] =>
  recordSchema.parse(JSON.parse(text)).pages.map(({ sha256, ...page }) => {
    const draft = inflate(page.draft);
    if (sha256Of(draft) !== sha256) throw new Error(`The draft of ${page.path} has a different hash`);
    return { ...page, draft };
  });

/** Writes a record. Pages whose draft is unchanged keep their line, whatever the compressor makes of it today. */
export const writeRecord = (pages: readonly RecordedPage[], before: string | undefined): string => {
  const known = new Set((before ?? '').split('\n').map((line) => line.replace(/,$/u, '')));
  const lineOf = ({ path, section, draft }: RecordedPage): string => {
    const facts = { path, section, sha256: sha256Of(draft) };
    const start = `${JSON.stringify(facts).slice(0, -1)},`;
    const same = [...known].find((line) => line.startsWith(start));
    return same ?? JSON.stringify({ ...facts, draft: deflateRawSync(draft, { level: 9 }).toString('base64') });
  };
  const lines = [...pages].sort((one, other) => (one.path < other.path ? -1 : 1)).map(lineOf);
  // One page on each line: a difference shows which pages changed, and two launches seldom change the same line.
  return `{"schema_version":"1.0","about":${JSON.stringify(about)},"pages":[\n${lines.join(',\n')}\n]}\n`;
};

const inflate = (encoded: string): string =>
  inflateRawSync(Buffer.from(encoded, 'base64'), { maxOutputLength: mostDraftBytes }).toString('utf8');
