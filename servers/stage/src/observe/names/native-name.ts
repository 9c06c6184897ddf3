import type { FlatNode } from '../flat-node.ts';
import { firstChild } from '../nearest.ts';
import { labelsOf } from './referenced.ts';

/** The name that HTML gives an element: its label, caption or alternative text. Empty if there is none. */
export const nativeName = (node: FlatNode, textOf: (part: FlatNode) => string): string => {
  const { tag, attributes } = node;
  const childText = (wanted: string): string => {
    const child = firstChild(node, wanted);
    return child ? textOf(child) : '';
  };
  switch (tag) {
    case 'img':
    case 'area':
      return attributes.get('alt') ?? '';
    case 'svg':
      return childText('title');
    case 'input':
      return inputName(node, textOf);
    case 'select':
    case 'textarea':
    case 'meter':
    case 'progress':
    case 'output':
    case 'button':
      return labelText(node, textOf);
    case 'option':
    case 'optgroup':
      return attributes.get('label') ?? '';
    case 'fieldset':
      return childText('legend');
    case 'table':
      return childText('caption');
    default:
      return '';
  }
};

const buttonNames: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset' };

const inputName = (node: FlatNode, textOf: (part: FlatNode) => string): string => {
  const type = (node.attributes.get('type') ?? 'text').toLowerCase();
  const label = labelText(node, textOf);
  if (type === 'button' || type === 'submit' || type === 'reset') {
    return label || (node.value ?? node.attributes.get('value') ?? '') || (buttonNames[type] ?? '');
  }
  if (type === 'image') {
    return label || (node.attributes.get('alt') ?? '') || (node.attributes.get('title') ?? '') || 'Submit';
  }
  if (type === 'file') return label || (node.attributes.has('multiple') ? 'Choose Files' : 'Choose File');
  return label;
};

const labelText = (node: FlatNode, textOf: (part: FlatNode) => string): string =>
  labelsOf(node)
    .map((label) => textOf(label))
    .join(' ');
