import type { FlatNode } from '../flat-node.ts';
import { createNearest } from '../nearest.ts';
import { namedByContent } from '../roles/role-facts.ts';
import { roleOf } from '../roles/role-of.ts';
import { stepsOf } from '../steps.ts';
import { hidesContent, isHidden, isInvisible } from '../visibility.ts';
import { embeddedValue } from './embedded-value.ts';
import { nativeName } from './native-name.ts';
import { referenced } from './referenced.ts';
import { clip, collapse, mostNameLength } from './text.ts';

/** Where a name comes from. The content of an element that has its name from there need not be shown again. */
type NameSource = 'author' | 'content' | 'none';

export interface Name {
  readonly text: string;
  readonly from: NameSource;
}

/** Deeper content is left out of names: only hostile pages nest so deeply. */
const deepest = 200;
/** Labels that hold controls whose labels hold controls are followed this far. */
const mostNested = 10;

const names = new WeakMap<FlatNode, Name>();
const noName: Name = { text: '', from: 'none' };

/** The accessible name of an element, by the rules of accname. */
export const nameOf = (node: FlatNode): Name => {
  const known = names.get(node);
  if (known) return known;
  const name = compute(node);
  names.set(node, name);
  return name;
};

const compute = (node: FlatNode): Name => {
  const given = authorName(node);
  if (given !== '') return { text: given, from: 'author' };
  const role = roleOf(node);
  if (namedByContent.has(role) || isRowOfGrid(node, role)) {
    const content = clip(collapse(contentText(node, { visited: new Set(), showsHidden: isHidden(node) })));
    if (content !== '') return { text: content, from: 'content' };
  }
  const title = collapse(node.attributes.get('title') ?? '');
  if (title !== '') return { text: clip(title), from: 'author' };
  const placeholder = collapse(node.attributes.get('placeholder') ?? node.attributes.get('aria-placeholder') ?? '');
  return placeholder === '' ? noName : { text: clip(placeholder), from: 'author' };
};

/** A row that can be selected has a name; a row of a table is known by its cells. */
const isRowOfGrid = (node: FlatNode, role: string): boolean => {
  if (role !== 'row') return false;
  const around = nearestGridOrTable(node.parent);
  return around !== undefined && roleOf(around) !== 'table';
};

const nearestGridOrTable = createNearest((node) => ['grid', 'treegrid', 'table'].includes(roleOf(node)));

/** The name that the author states, without the fallbacks of title and placeholder. */
const authorName = (node: FlatNode): string => {
  const labelledBy = referenced(node, 'aria-labelledby');
  if (labelledBy.length > 0) {
    const text = labelledBy.map((label) => textAlternative(label, new Set())).join(' ');
    if (collapse(text) !== '') return clip(collapse(text));
  }
  const label = collapse(node.attributes.get('aria-label') ?? '');
  if (label !== '') return clip(label);
  return clip(collapse(nativeName(node, (part) => textAlternative(part, new Set([node])))));
};

/** The text of a node that another one points to. A hidden node counts, with everything in it. */
const textAlternative = (node: FlatNode, visited: Set<FlatNode>): string => {
  const isRevisited = visited.has(node);
  visited.add(node);
  const label = collapse(node.attributes.get('aria-label') ?? '');
  if (label !== '') return label;
  if (isRevisited) return '';
  const value = embeddedValue(node);
  if (value !== undefined) return value;
  const native = nativeName(node, (part) => contentText(part, { visited, showsHidden: false }));
  if (native !== '') return native;
  const content = contentText(node, { visited, showsHidden: isHidden(node) });
  if (collapse(content) !== '') return content;
  return node.attributes.get('title') ?? '';
};

interface ContentOptions {
  readonly visited: Set<FlatNode>;
  /** Whether the node that is named is hidden itself, so that all of its content is. */
  readonly showsHidden: boolean;
}

/** The text inside a node, with the alternatives of images and the values of controls in it. */
export const contentText = (node: FlatNode, options: ContentOptions): string => {
  const parts: string[] = [];
  const steps = stepsOf(node.document);
  let length = 0;
  const add = (text: string): void => {
    parts.push(text);
    length += text.length;
  };
  const walk = (at: FlatNode, depth: number): void => {
    for (const child of at.children) {
      if (length > 2 * mostNameLength || depth > deepest || !steps.take()) return;
      if (child.tag === '#text') {
        if (options.showsHidden || !(isInvisible(child) || hidesContent(child))) add(child.text);
        continue;
      }
      if (options.visited.has(child) || child.tag === '::marker' || skipped.has(child.tag)) continue;
      if (!options.showsHidden && hidesContent(child)) continue;
      // The items below an item of a tree have names of their own.
      if (child.attributes.get('role') === 'group' && roleOf(at) === 'treeitem') continue;
      const isBlock = breaksLine(child);
      if (isBlock) add(' ');
      const own = ownText(child, options);
      if (own !== undefined && !isInvisible(child)) add(own);
      else walk(child, depth + 1);
      if (isBlock) add(' ');
    }
    if (at.tag.startsWith('::')) add(at.text);
  };
  walk(node, 0);
  return parts.join('');
};

const skipped: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'head']);

const breaksLine = ({ style, tag }: FlatNode): boolean => {
  if (tag === 'br') return true;
  const display = style?.display ?? 'inline';
  return !(display === 'inline' || display === 'contents' || display.startsWith('ruby'));
};

/** The text that stands for an element in the name of another; undefined if that is its content. */
const ownText = (node: FlatNode, options: ContentOptions): string | undefined => {
  const label = collapse(node.attributes.get('aria-label') ?? '');
  if (label !== '') return label;
  const labelledBy = options.visited.size === 0 ? referenced(node, 'aria-labelledby') : [];
  if (labelledBy.length > 0) return labelledBy.map((part) => textAlternative(part, new Set([node]))).join(' ');
  const value = embeddedValue(node);
  if (value !== undefined) return value;
  if (node.tag === 'img' || node.tag === 'svg' || node.tag === 'input' || node.tag === 'area') {
    if (options.visited.size > mostNested) return '';
    // A label around the control holds the control itself.
    const visited = new Set(options.visited).add(node);
    const native = nativeName(node, (part) => contentText(part, { visited, showsHidden: true }));
    return native === '' ? (node.attributes.get('title') ?? '') : native;
  }
  if (node.tag === 'iframe') return node.attributes.get('title') ?? '';
  return undefined;
};
