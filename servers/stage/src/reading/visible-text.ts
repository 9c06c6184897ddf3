import { replaceHidden } from '@recourse/contract/hidden-characters';
import type { FlatNode } from '../observe/flat-node.ts';
import { hidesContent, isInvisible } from '../observe/visibility.ts';

const mostCharacters = 500_000;
const deepest = 1000;
const skipped: ReadonlySet<string> = new Set(['head', 'noscript', 'script', 'style', 'template']);
/** Fields show their values, which are not text of the page. */
const fields: ReadonlySet<string> = new Set(['input', 'select', 'textarea']);

/** The text that people see in an element, with a line for each block. */
export const visibleText = (node: FlatNode): string => {
  const parts: string[] = node.tag === '#text' ? [node.text] : [];
  let length = 0;
  const walk = (at: FlatNode, depth: number): void => {
    for (const child of at.children) {
      if (length > mostCharacters || depth > deepest) return;
      if (skipped.has(child.tag) || fields.has(child.tag) || child.tag === '::marker' || hidesContent(child)) continue;
      if (child.tag === '#text') {
        if (isInvisible(child)) continue;
        const text = child.text.replaceAll(/\s+/g, ' ');
        parts.push(text);
        length += text.length;
        continue;
      }
      const breaks = child.tag === 'br' || !/^(inline|contents|table-cell)/.test(child.style?.display ?? 'inline');
      if (breaks) parts.push('\n');
      walk(child, depth + 1);
      if (child.style?.display === 'table-cell') parts.push('\t');
      if (breaks) parts.push('\n');
    }
  };
  walk(node.content?.root ?? node, 0);
  return replaceHidden(parts.join(''), '', { lines: true })
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/\n{2,}/g, '\n')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
};
