/** Blocks for tokens that stand alone, and words for those inside a line. */
export interface TemplateValues {
  readonly blocks: Readonly<Record<string, readonly string[]>>;
  readonly words: Readonly<Record<string, string>>;
}

const alone = /^__([A-Z][A-Z0-9_]*?)__$/;
const token = /__([A-Z][A-Z0-9_]*?)__/g;
const heading = /^(#{1,6}) /;

interface Part {
  readonly text: string;
  /** The level of a heading, or undefined. */
  readonly level?: number;
  /** True for a token that stands for nothing. */
  readonly isEmpty: boolean;
}

/**
 * Fills a template. Values are inserted once and never searched for tokens. Tokens without a value stay, so that a
 * misspelt one is found by the gate for tokens.
 */
export const fillTemplate = (template: string, { blocks, words }: TemplateValues): string => {
  const parts = paragraphsOf(template).flatMap((paragraph): readonly Part[] => {
    const name = alone.exec(paragraph)?.[1];
    const value = name === undefined ? undefined : blocks[name];
    if (value) return value.length === 0 ? [{ text: '', isEmpty: true }] : value.map(partOf);
    return [partOf(paragraph.replaceAll(token, (whole, key: string) => words[key] ?? whole))];
  });
  return withoutEmptySections(parts)
    .map(({ text }) => text)
    .join('\n\n')
    .concat('\n');
};

const partOf = (text: string): Part => {
  const level = heading.exec(text)?.[1]?.length;
  return { text, isEmpty: false, ...(level !== undefined && { level }) };
};

/** Splits at blank lines, except inside code. */
const paragraphsOf = (template: string): readonly string[] => {
  const paragraphs: string[][] = [[]];
  let fence: string | undefined;
  for (const line of template.trim().split('\n')) {
    const [mark] = /^(?:`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    if (line.trim() === '' && fence === undefined) paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  }
  return paragraphs.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
};

/** Leaves out headings that are followed only by empty tokens. */
const withoutEmptySections = (parts: readonly Part[]): readonly Part[] =>
  parts.filter((part, index) => {
    if (part.isEmpty) return false;
    if (part.level === undefined) return true;
    const next = parts
      .slice(index + 1)
      .findIndex((other) => other.level !== undefined && other.level <= (part.level ?? 0));
    const own = parts.slice(index + 1, next === -1 ? undefined : index + 1 + next);
    return own.length === 0 || own.some(({ isEmpty }) => !isEmpty);
  });
