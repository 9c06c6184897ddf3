import { replaceHidden } from '@recourse/contract/hidden-characters';
import type { FlatNode } from './flat-node.ts';
import { selectedText } from './names/embedded-value.ts';
import { contentText } from './names/name-of.ts';
import { clip, collapse } from './names/text.ts';
import { isEditable } from './roles/role-of.ts';

const ranges: ReadonlySet<string> = new Set(['meter', 'progressbar', 'scrollbar', 'separator', 'slider', 'spinbutton']);
const withoutValue: ReadonlySet<string> = new Set(['button', 'checkbox', 'image', 'radio', 'reset', 'submit']);

/** The whole value of a control; undefined for an element that has none. */
export const wholeValue = (node: FlatNode, role: string): string | undefined => {
  const { attributes, tag } = node;
  if (tag === 'input') {
    const type = (attributes.get('type') ?? 'text').toLowerCase();
    return withoutValue.has(type) ? undefined : (node.value ?? '');
  }
  if (tag === 'textarea') return node.value ?? '';
  if (tag === 'select') return selectedText(node);
  if (isEditable(node)) return collapse(contentText(node, { visited: new Set(), showsHidden: false }));
  if (ranges.has(role)) return attributes.get('aria-valuetext') ?? attributes.get('aria-valuenow') ?? rangeValue(node);
  if (role === 'textbox' || role === 'searchbox')
    return collapse(contentText(node, { visited: new Set(), showsHidden: false }));
  if (role === 'combobox' || role === 'listbox') return collapse(comboboxText(node)) || undefined;
  return undefined;
};

const rangeValue = ({ tag, attributes }: FlatNode): string | undefined =>
  tag === 'progress' || tag === 'meter' ? attributes.get('value') : undefined;

const comboboxText = (node: FlatNode): string =>
  selectedText(node) || contentText(node, { visited: new Set(), showsHidden: false });

/** The value of a control as it is shown, cut to a length that tells it. */
export const shownValue = (node: FlatNode, role: string): string | undefined => {
  const value = wholeValue(node, role);
  return value === undefined || value === '' ? undefined : clip(replaceHidden(value, '', { lines: true }));
};
