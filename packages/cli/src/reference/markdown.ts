import type { Json } from '@recourse/contract';

/** A table; what would end a cell or a row is escaped. */
export const markdownTable = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => '---'), ...rows.map((row) => row.map(cell))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Inline code; a string with a backtick in it needs two around it. */
export const code = (text: string | number): string =>
  String(text).includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;

export const jsonBlock = (value: Json): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** Joins the blocks of a page, with a note that names the source to edit instead. */
export const markdownPage = (
  title: string,
  blocks: readonly string[],
  source = 'the registries or the dialects',
): string =>
  `${[`# ${title}`, `<!-- Written by \`recourse docs\`. Change ${source}, not this page. -->`, ...blocks]
    .filter((block) => block !== '')
    .join('\n\n')}\n`;
