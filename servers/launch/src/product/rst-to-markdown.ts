const underline = /^([=\-~^"'`#*+.:_])\1{2,}\s*$/;
const codeDirective = /^(\s*)\.\. (?:code|code-block|sourcecode)::\s*([\w+-]*)\s*$/;
const directive = /^\s*\.\. /;

/**
 * Turns reStructuredText into Markdown line by line: headings, code, links and inline code. The number of lines stays
 * the same, so that citations of the result point into the original. Other directives are left out.
 */
export const rstToMarkdown = (text: string): string => {
  const lines = text.split('\n');
  const levels: string[] = [];
  const out = [...lines];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const mark = underline.exec(lines[index + 1] ?? '')?.[1];
    const [, , language] = codeDirective.exec(line) ?? [];
    if (mark !== undefined && line.trim() !== '' && !underline.test(line) && !line.startsWith(' ')) {
      if (!levels.includes(mark)) levels.push(mark);
      out[index] = `${'#'.repeat(Math.min(levels.indexOf(mark) + 1, 6))} ${inline(line.trim())}`;
      out[index + 1] = '';
      // A title may also have a line above it.
      if (index > 0 && underline.test(lines[index - 1] ?? '')) out[index - 1] = '';
      index += 1;
    } else if (language !== undefined) {
      index = fence(lines, out, index, language);
    } else if (/(?:^|[^:]):{2}\s*$/.test(line) && !directive.test(line) && isLiteral(lines, index)) {
      out[index] = inline(line.replace(/\s*::\s*$/, line.trim() === '::' ? '' : ':'));
      index = fence(lines, out, index + 1, '');
    } else if (directive.test(line)) {
      index = drop(lines, out, index);
    } else {
      out[index] = inline(line);
    }
  }
  return out.join('\n');
};

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';
const indentOf = (line: string): number => line.length - line.trimStart().length;

const isLiteral = (lines: readonly string[], index: number): boolean =>
  isBlank(lines[index + 1]) && indentOf(lines[index + 2] ?? '') > indentOf(lines[index] ?? '');

/** The index of the last line of a block that is indented more than its opening line. */
const endOfBlock = (lines: readonly string[], open: number, indent: number): number => {
  let end = open;
  for (let index = open + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (isBlank(line)) continue;
    if (indentOf(line) <= indent) break;
    end = index;
  }
  return end;
};

/** Opens a fence on the line of the directive and closes it on the blank line after its block. */
const fence = (lines: readonly string[], out: string[], open: number, language: string): number => {
  const indent = indentOf(lines[open] ?? '');
  const end = endOfBlock(lines, open, isBlank(lines[open]) ? 0 : indent);
  if (end === open || !isBlank(lines[end + 1])) return drop(lines, out, open);
  const content = lines.slice(open + 1, end + 1);
  const options = content.findIndex((line) => !/^\s*:[\w-]+:/.test(line));
  const depth = Math.min(...content.filter((line) => !isBlank(line)).map(indentOf));
  out[open] = `\`\`\`${language}`;
  for (let index = open + 1; index <= end; index += 1)
    out[index] = index - open - 1 < options ? '' : (lines[index] ?? '').slice(depth);
  out[end + 1] = '```';
  return end + 1;
};

const drop = (lines: readonly string[], out: string[], open: number): number => {
  const end = endOfBlock(lines, open, indentOf(lines[open] ?? ''));
  for (let index = open; index <= end; index += 1) out[index] = '';
  return end;
};

const inline = (line: string): string =>
  line
    .replaceAll(/``([^`]{1,500})``/g, '`$1`')
    .replaceAll(/`([^`<]{1,500}?)\s*<(https?:[^>\s]{1,500})>`__?/g, '[$1]($2)')
    .replaceAll(/:[a-z:]{1,30}:`~?([^`]{1,500})`/g, '`$1`')
    .replaceAll(/\|[A-Za-z][\w ]{0,40}\|_{0,2}/g, '');
