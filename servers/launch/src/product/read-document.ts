import type { ProductFacts, SnippetCatalog } from '../artifacts.ts';
import type { Env } from 'markdown-it';
import { createMarkdownParser } from '../markdown/markdown-parser.ts';
import { sha256Of } from '../sources/digest.ts';
import { cite, cutLines } from './locate.ts';
import { plainTextOf } from './plain-text.ts';
import { rstToMarkdown } from './rst-to-markdown.ts';

type Topic = ProductFacts['topics'][number];
export type Snippet = SnippetCatalog['snippets'][number];

interface Document {
  readonly topics: readonly Topic[];
  readonly snippets: readonly Snippet[];
}

/** Longer documents are not read. */
export const mostDocumentBytes = 256 * 1024;
const mostTopicLines = 400;
const mostTopicCharacters = 20_000;
const mostSnippetLines = 200;
const mostReferences = 200;

/** A longer part of a document is divided at the headings of the next level. */
const longTopicLines = 150;

/**
 * Reads a document of the product: one topic for each heading of the first two levels, and of the next ones where a
 * topic is long, in Markdown, and one snippet for each code block. Lines are those of the file.
 */
export const readDocument = (path: string, text: string, untitled: string): Document => {
  const markdown = withoutFrontMatter(path.toLowerCase().endsWith('.rst') ? rstToMarkdown(text) : text);
  const lines = markdown.split('\n');
  const environment: Env = {};
  const tokens = createMarkdownParser().parse(markdown, environment);
  const headings = tokens.flatMap((token, index): readonly Start[] =>
    token.type === 'heading_open' && token.level === 0
      ? [
          {
            title: plainTextOf(tokens[index + 1]),
            start: token.map?.[0] ?? 0,
            body: token.map?.[1] ?? 0,
            level: Number(token.tag.slice(1)),
          },
        ]
      : [],
  );
  const starts = divide([{ title: untitled, start: 0, body: 0, level: 0 }, ...headings], lines.length);
  const definitions = Object.entries(environment.references ?? {}).slice(0, mostReferences);
  const topics = starts.flatMap(({ title, start, body }, index): readonly Topic[] => {
    const end = starts[index + 1]?.start ?? lines.length;
    const own = cutLines(lines.slice(body, end).join('\n').trim(), mostTopicLines, mostTopicCharacters);
    if (index === 0 && withoutPictures(own) === '') return [];
    return [{ title: title || untitled, text: withDefinitions(own, definitions), source: cite(path, start + 1, end) }];
  });
  const titleAt = (line: number): string => starts.findLast(({ start }) => start <= line)?.title || untitled;
  const snippets = tokens.flatMap((token): readonly Snippet[] => {
    const [first, last] = token.map ?? [0, 0];
    const code = token.content.replace(/\n+$/, '');
    if (token.type !== 'fence' || code.trim() === '' || last - first > mostSnippetLines) return [];
    const language = /^[\w+#.-]{1,30}/.exec(token.info.trim())?.[0]?.toLowerCase() ?? 'text';
    return [snippetOf({ language, title: titleAt(first), code, source: cite(path, first + 2, last - 1) })];
  });
  return { topics, snippets };
};

/** Removes logos and badges, which are often all there is before the first heading. */
const withoutPictures = (text: string): string =>
  text
    .replaceAll(
      /<!--[\s\S]{0,5000}?-->|<[^<>]{0,1000}>|\[?!\[[^\]]{0,500}\](?:\([^()]{0,1000}\)|\[[^\]]{0,200}\])(?:\]\([^()]{0,1000}\))?/g,
      '',
    )
    .trim();

interface Start {
  readonly title: string;
  readonly start: number;
  readonly body: number;
  readonly level: number;
}

/** The headings that begin a topic. */
const divide = (starts: readonly Start[], end: number): readonly Start[] => {
  let chosen = starts.filter(({ level }) => level <= 2);
  for (const next of [3, 4]) {
    const lengthAt = (at: number): number => {
      const index = chosen.findLastIndex(({ start }) => start <= at);
      return (chosen[index + 1]?.start ?? end) - (chosen[index]?.start ?? 0);
    };
    const added = starts.filter(({ level, start }) => level === next && lengthAt(start) > longTopicLines);
    chosen = [...chosen, ...added].toSorted((a, b) => a.start - b.start);
  }
  return chosen;
};

/** Names a snippet after its place and content. */
export const snippetOf = (snippet: Omit<Snippet, 'id'>): Snippet => {
  const { path, start_line } = snippet.source;
  const digest = sha256Of(JSON.stringify([path, start_line, snippet.code]));
  return { id: `snippet_${digest.slice(0, 12)}`, ...snippet };
};

/** Blanks the front matter of a document, so that lines keep their numbers. */
const withoutFrontMatter = (text: string): string =>
  text.replace(/^---\n(?:.*\n){0,100}?---(?=\n)/, (block) => block.replaceAll(/[^\n]/g, ''));

/** Repeats the addresses that a part of a document refers to by name. */
const withDefinitions = (
  text: string,
  definitions: readonly (readonly [string, { readonly href: string }])[],
): string => {
  const upper = text.toUpperCase();
  const used = definitions.filter(([label]) => upper.includes(`[${label.toUpperCase()}]`));
  const rows = used.map(([label, { href }]) => `[${label}]: <${href.replaceAll(/[<>\s]/g, encodeURIComponent)}>`);
  return rows.length === 0 ? text : `${text}\n\n${rows.join('\n')}`;
};
