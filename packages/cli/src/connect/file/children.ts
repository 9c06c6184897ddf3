import type { Node } from 'jsonc-parser';
import { indentAt } from './text-style.ts';
import type { TextStyle } from './text-style.ts';

type Render = (indent: string, style: TextStyle) => string;

const onOneLine: TextStyle = { indent: '', eol: '' };

/**
 * Adds a last member to an object or a last item to a list. Nothing else changes its place or its form; a comment at
 * the end of a line stays with that line.
 */
export const addChild = (text: string, container: Node, style: TextStyle, render: Render): string => {
  const last = container.children?.at(-1);
  if (!last) return fill(text, container, style, render);
  const end = endOf(last);
  const separator = findComma(text, end);
  const behind = separator === undefined ? end : separator + 1;
  const comments = /^(?:[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/))*/u.exec(text.slice(behind))?.[0] ?? '';
  const at = behind + comments.length;
  const isSpread = text.slice(container.offset, last.offset).includes('\n') || comments.includes('//');
  const indent = indentAt(text, last.offset);
  const added = isSpread ? `${style.eol}${indent}${render(indent, style)}` : ` ${render('', onOneLine)}`;
  const between = separator === undefined ? ',' : text.slice(end, behind);
  return `${text.slice(0, end)}${between}${comments}${added}${text.slice(at)}`;
};

/** Adds the first child. Between the brackets there can only be comments, and they stay. */
const fill = (text: string, container: Node, style: TextStyle, render: Render): string => {
  const open = container.offset + 1;
  const close = endOf(container) - 1;
  const outer = indentAt(text, container.offset);
  const indent = `${outer}${style.indent}`;
  const inner = text.slice(open, close).trimEnd();
  return `${text.slice(0, open)}${inner}${style.eol}${indent}${render(indent, style)}${style.eol}${outer}${text.slice(close)}`;
};

/** Takes a member or an item out, with its comma and the line that would be left empty. Comments stay. */
export const removeChild = (text: string, container: Node, child: Node): string => {
  const children = container.children ?? [];
  const own = findComma(text, endOf(child));
  const [start, end] = wholeLines(text, child.offset, own === undefined ? endOf(child) : own + 1);
  const previous = children[children.indexOf(child) - 1];
  const before = own === undefined && previous ? findComma(text, endOf(previous)) : undefined;
  if (before === undefined) return text.slice(0, start) + text.slice(end);
  return text.slice(0, before) + text.slice(before + 1, Math.max(start, before + 1)) + text.slice(end);
};

const endOf = ({ offset, length }: Node): number => offset + length;

/** The comma between what ends here and what follows, behind blanks and comments. */
const findComma = (text: string, from: number): number | undefined => {
  const found = /^(?:\s|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*,/u.exec(text.slice(from));
  return found ? from + found[0].length - 1 : undefined;
};

/** The range, or its whole lines if nothing else is on them. */
const wholeLines = (text: string, from: number, to: number): readonly [number, number] => {
  const lead = /(?:\r?\n)?[ \t]*$/u.exec(text.slice(0, from))?.[0] ?? '';
  const isAlone = lead.includes('\n') && /^[ \t]*(?:\r?\n|$)/u.test(text.slice(to));
  return isAlone ? [from - lead.length, to] : [from, to];
};
