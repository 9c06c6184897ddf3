import type { FlatNode } from './flat-node.ts';
import { createNearest } from './nearest.ts';
import { clip, collapse, mostNameLength } from './names/text.ts';
import { nameOf } from './names/name-of.ts';
import { roleOf } from './roles/role-of.ts';
import { stepsOf } from './steps.ts';

const rowRoles: ReadonlySet<string> = new Set(['row', 'listitem', 'article', 'treeitem']);
const tables: ReadonlySet<string> = new Set(['table', 'grid', 'treegrid', 'list', 'listbox', 'tree', 'feed']);
/** A part of a page that repeats but is larger than this is a section, not a row. */
const mostRowText = 300;
const mostLevels = 6;

/**
 * The text of the row that an element is in, which tells it from elements with the same name in other rows. A row is
 * one by its role, or an element that repeats the structure of its siblings, as lists of frameworks do. Undefined
 * outside of rows.
 */
export const rowContext = (node: FlatNode): string | undefined => {
  const row = rowOf(node);
  if (!row) return undefined;
  const text = headerOf(row) ?? rowText(row);
  if (text === '') return undefined;
  return roleOf(row) === 'row' ? text : clip(text, mostRowText);
};

const nearestRowOrTable = createNearest((node) => rowRoles.has(roleOf(node)) || tables.has(roleOf(node)));

const rowOf = (node: FlatNode): FlatNode | undefined => {
  if (rowRoles.has(roleOf(node))) return node;
  const around = nearestRowOrTable(node.parent);
  if (around && rowRoles.has(roleOf(around))) return around;
  let repeated: FlatNode | undefined;
  let at = node.parent;
  for (let level = 1; at && at !== around && level <= mostLevels; level += 1, at = at.parent) {
    const role = roleOf(at);
    const isCandidate = role === 'generic' || role === 'none';
    if (isCandidate && isRepeated(at) && rowText(at).length <= mostRowText) repeated = at;
  }
  return repeated;
};

const repetition = new WeakMap<FlatNode, ReadonlyMap<string, number>>();

const isRepeated = (node: FlatNode): boolean => {
  const { parent } = node;
  if (!parent || node.tag.startsWith('#')) return false;
  if (node.attributes.has('aria-rowindex') || node.attributes.has('data-index')) return true;
  let counts = repetition.get(parent);
  if (!counts) {
    const counted = new Map<string, number>();
    for (const child of parent.children) {
      const shape = shapeOf(child);
      counted.set(shape, (counted.get(shape) ?? 0) + 1);
    }
    counts = counted;
    repetition.set(parent, counts);
  }
  return (counts.get(shapeOf(node)) ?? 0) > 1;
};

const shapeOf = ({ tag, children }: FlatNode): string =>
  `${tag}>${children
    .slice(0, 8)
    .map((child) => child.tag)
    .join()}`;

const texts = new WeakMap<FlatNode, string>();

const unread: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript']);

/**
 * The text of a row without that of its buttons and fields, which change when people use them. Hidden text counts, so
 * that a row is the same row while it is hidden.
 */
const rowText = (row: FlatNode): string => {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const parts: string[] = [];
  const steps = stepsOf(row.document);
  let length = 0;
  const walk = (at: FlatNode, depth: number): void => {
    for (const child of at.children) {
      if (length > mostNameLength || depth > 100 || !steps.take()) return;
      if (child.tag === '#text') {
        parts.push(child.data);
        length += child.data.length;
        continue;
      }
      if (unread.has(child.tag) || isUsed(child)) continue;
      const label = child.attributes.get('aria-label') ?? child.attributes.get('alt');
      if (label) parts.push(' ', label, ' ');
      else walk(child, depth + 1);
      parts.push(' ');
    }
  };
  const label = row.attributes.get('aria-label');
  if (label) parts.push(label, ' ');
  walk(row, 0);
  const text = clip(collapse(parts.join('')));
  texts.set(row, text);
  return text;
};

const usedRoles: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'combobox',
  'listbox',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'status',
  'switch',
  'textbox',
  'timer',
]);

const isUsed = (node: FlatNode): boolean => usedRoles.has(roleOf(node)) || node.attributes.has('contenteditable');

const headers = new WeakMap<FlatNode, ReadonlyMap<string, number>>();

/** The row header, if no other row of the table has the same: other cells may then change as they like. */
const headerOf = (row: FlatNode): string | undefined => {
  const header = headerText(row);
  if (header === undefined || !row.parent) return undefined;
  let counts = headers.get(row.parent);
  if (!counts) {
    const counted = new Map<string, number>();
    for (const sibling of row.parent.children) {
      const text = headerText(sibling);
      if (text !== undefined) counted.set(text, (counted.get(text) ?? 0) + 1);
    }
    counts = counted;
    headers.set(row.parent, counts);
  }
  if (counts.get(header) !== 1) return undefined;
  const index = row.attributes.get('aria-rowindex');
  return index === undefined ? header : `${header} (row ${index})`;
};

const headerTexts = new WeakMap<FlatNode, string>();

const headerText = (row: FlatNode): string | undefined => {
  let text = headerTexts.get(row);
  if (text === undefined) {
    const header = row.children.find((child) => roleOf(child) === 'rowheader');
    text = header ? nameOf(header).text : '';
    headerTexts.set(row, text);
  }
  return text === '' ? undefined : text;
};
