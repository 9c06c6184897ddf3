import type { FlatNode } from '../flat-node.ts';
import { roleOf } from '../roles/role-of.ts';
import { stepsOf } from '../steps.ts';
import { secretMask } from '../secrets/secret-mask.ts';

/** The value of a control that is part of the name of another element; undefined for anything else. */
export const embeddedValue = (node: FlatNode): string | undefined => {
  const role = roleOf(node);
  if (role === 'textbox' || role === 'searchbox') {
    // A name stays the same when a secret is typed.
    return node.value === secretMask ? '' : node.value;
  }
  if (role === 'combobox' || role === 'listbox') {
    return node.tag === 'input' ? node.value : selectedText(node);
  }
  if (role === 'slider' || role === 'spinbutton' || role === 'progressbar' || role === 'meter') {
    return node.attributes.get('aria-valuetext') ?? node.attributes.get('aria-valuenow') ?? node.value ?? '';
  }
  return undefined;
};

const deepestOption = 50;

/** The labels of the selected options of a list. */
export const selectedText = (node: FlatNode): string => {
  const selected: string[] = [];
  const steps = stepsOf(node.document);
  const walk = (at: FlatNode, depth: number): void => {
    if (depth > deepestOption) return;
    for (const child of at.children) {
      if (!steps.take()) return;
      const isOption = child.tag === 'option' || roleOf(child) === 'option';
      if (isOption && (child.isSelected || child.attributes.get('aria-selected') === 'true')) {
        selected.push(optionText(child));
      } else walk(child, depth + 1);
    }
  };
  walk(node, 0);
  return selected.join(', ');
};

const optionText = (option: FlatNode): string =>
  option.attributes.get('label') ??
  option.children
    .filter(({ tag }) => tag !== '::marker')
    .map(({ text, children }) => text + children.map((child) => child.text).join(''))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
