import type { ElementState } from './element.ts';
import type { FlatNode } from './flat-node.ts';
import { createNearest, firstChild } from './nearest.ts';

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** Facts about nodes that are not part of a capture. */
export interface LiveFacts {
  readonly isFocused: (node: FlatNode) => boolean;
  /** A checkbox that is neither on nor off. */
  readonly isIndeterminate: (node: FlatNode) => boolean;
}

const checkable: ReadonlySet<string> = new Set([
  'checkbox',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'switch',
  'treeitem',
]);
const selectable: ReadonlySet<string> = new Set([
  'columnheader',
  'gridcell',
  'option',
  'row',
  'rowheader',
  'tab',
  'treeitem',
]);
const controls: ReadonlySet<string> = new Set([
  'button',
  'fieldset',
  'input',
  'optgroup',
  'option',
  'select',
  'textarea',
]);

/** The states of an element. A state that does not apply, or is the ordinary one, is absent. */
export const stateOf = (node: FlatNode, role: string, live: LiveFacts): ElementState => {
  const { attributes } = node;
  const state: Mutable<ElementState> = {};
  const aria = (name: string): string | undefined => attributes.get(`aria-${name}`)?.toLowerCase();
  if (isDisabled(node)) state.disabled = true;
  const checked = checkedOf(node, role, live);
  if (checked !== undefined) state.checked = checked;
  if (node.tag === 'option' ? node.isSelected : selectable.has(role) && aria('selected') === 'true') {
    state.selected = true;
  }
  const expanded = expandedOf(node);
  if (expanded !== undefined) state.expanded = expanded;
  const pressed = aria('pressed');
  if (role === 'button' && pressed !== undefined) state.pressed = pressed === 'mixed' ? 'mixed' : pressed === 'true';
  if (live.isFocused(node)) state.focused = true;
  if (isReadOnly(node) || aria('readonly') === 'true') state.readonly = true;
  if ((controls.has(node.tag) && attributes.has('required')) || aria('required') === 'true') state.required = true;
  const invalid = aria('invalid');
  if (invalid !== undefined && invalid !== 'false' && invalid !== '') state.invalid = true;
  if (aria('busy') === 'true') state.busy = true;
  return state;
};

const isReadOnly = ({ tag, attributes }: FlatNode): boolean =>
  (tag === 'input' || tag === 'textarea') && attributes.has('readonly');

const checkedOf = (node: FlatNode, role: string, live: LiveFacts): ElementState['checked'] => {
  const type = node.tag === 'input' ? node.attributes.get('type')?.toLowerCase() : undefined;
  if (type === 'checkbox' || type === 'radio') return live.isIndeterminate(node) ? 'mixed' : node.isChecked;
  if (!checkable.has(role)) return undefined;
  const stated = node.attributes.get('aria-checked')?.toLowerCase();
  if (stated === 'mixed') return 'mixed';
  if (stated === 'true' || stated === 'false') return stated === 'true';
  return role === 'checkbox' || role === 'radio' || role === 'switch' ? false : undefined;
};

const expandedOf = (node: FlatNode): boolean | undefined => {
  if (node.tag === 'summary' && node.parent?.tag === 'details') return node.parent.attributes.has('open');
  const stated = node.attributes.get('aria-expanded')?.toLowerCase();
  return stated === 'true' || stated === 'false' ? stated === 'true' : undefined;
};

const nearestDisabledByAria = createNearest(
  ({ attributes }) => attributes.get('aria-disabled')?.toLowerCase() === 'true',
);
const nearestDisabledList = createNearest(
  ({ tag, attributes }) => (tag === 'select' || tag === 'optgroup') && attributes.has('disabled'),
);
const nearestDisabledGroup = createNearest(({ tag, attributes }) => tag === 'fieldset' && attributes.has('disabled'));
const nearestLegend = createNearest(({ tag }) => tag === 'legend');

/** Whether the element or a group around it is disabled. The first legend of a disabled fieldset stays enabled. */
const isDisabled = (node: FlatNode): boolean => {
  if (nearestDisabledByAria(node)) return true;
  if (!controls.has(node.tag)) return false;
  if (node.attributes.has('disabled')) return true;
  if (node.tag === 'option' && nearestDisabledList(node)) return true;
  return isInDisabledGroup(node);
};

const isInDisabledGroup = (node: FlatNode): boolean => {
  const group = nearestDisabledGroup(node.parent);
  if (!group) return false;
  const legend = nearestLegend(node);
  const isExempt = legend !== undefined && firstChild(group, 'legend') === legend;
  return !isExempt || isInDisabledGroup(group);
};
