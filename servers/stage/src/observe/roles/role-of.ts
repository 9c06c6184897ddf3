import type { FlatNode } from '../flat-node.ts';
import { createNearest } from '../nearest.ts';
import { implicitRole } from './implicit-role.ts';
import { knownRoles } from './role-facts.ts';

const globalStates = ['aria-describedby', 'aria-labelledby', 'aria-label', 'aria-live', 'aria-controls', 'aria-owns'];
const naturallyFocusable: ReadonlySet<string> = new Set(['button', 'input', 'select', 'textarea', 'iframe', 'summary']);
/** Roles that need a name to mean anything. */
const needsName: ReadonlySet<string> = new Set(['region', 'form']);

const roles = new WeakMap<FlatNode, string>();

/** The role of an element: the first known one that its author states, or that of HTML. */
export const roleOf = (node: FlatNode): string => {
  const known = roles.get(node);
  if (known !== undefined) return known;
  // A role can depend on those around it. The outermost comes first, so that no chain is too long.
  const unknown: FlatNode[] = [];
  for (let at: FlatNode | undefined = node; at && !roles.has(at); at = at.parent) unknown.push(at);
  for (const one of unknown.toReversed()) roles.set(one, compute(one));
  return roles.get(node) ?? 'generic';
};

const compute = (node: FlatNode): string => {
  if (node.tag.startsWith('#')) return node.tag === '#text' ? 'text' : 'document';
  if (node.tag.startsWith('::')) return 'generic';
  const stated = node.attributes.get('role');
  if (stated === undefined) return implicitRole(node);
  for (const word of stated.toLowerCase().split(/\s+/)) {
    const role = word === 'image' ? 'img' : word;
    if (!knownRoles.has(role)) continue;
    if ((role === 'none' || role === 'presentation') && isConflicting(node)) return implicitRole(node);
    if (needsName.has(role) && !hasAuthorName(node)) continue;
    if (!isInContext(node, role)) return 'generic';
    return role === 'presentation' ? 'none' : role;
  }
  return implicitRole(node);
};

/** Roles that mean nothing outside of another. */
const contexts: Readonly<Record<string, readonly string[]>> = {
  listitem: ['list', 'directory', 'group'],
  option: ['listbox', 'combobox', 'group'],
};
const transparentForContext: ReadonlySet<string> = new Set(['generic', 'none', 'paragraph']);

const isInContext = (node: FlatNode, role: string): boolean => {
  const allowed = contexts[role];
  if (!allowed) return true;
  const around = nearestWithMeaning(node.parent);
  return around !== undefined && allowed.includes(roleOf(around));
};

const nearestWithMeaning = createNearest((node) => !transparentForContext.has(roleOf(node)));

/** An element that takes the focus or has ARIA states of its own keeps its role, whatever its author states. */
const isConflicting = (node: FlatNode): boolean =>
  isFocusable(node) || globalStates.some((name) => Boolean(node.attributes.get(name)));

const hasAuthorName = ({ attributes }: FlatNode): boolean =>
  ['aria-label', 'aria-labelledby', 'title'].some((name) => Boolean(attributes.get(name)?.trim()));

/** Whether the keyboard or a script can give the focus to the element. */
export const isFocusable = (node: FlatNode): boolean => {
  const { attributes, tag } = node;
  if (attributes.has('disabled') && naturallyFocusable.has(tag)) return false;
  if (attributes.has('tabindex') && !Number.isNaN(Number.parseInt(attributes.get('tabindex') ?? '', 10))) return true;
  if (tag === 'a' || tag === 'area') return attributes.has('href');
  if (tag === 'input' && attributes.get('type')?.toLowerCase() === 'hidden') return false;
  return naturallyFocusable.has(tag) || isEditable(node);
};

/** Whether the element is the root of a region that people edit in place. */
export const isEditable = ({ attributes }: FlatNode): boolean => {
  const value = attributes.get('contenteditable')?.toLowerCase();
  return value !== undefined && value !== 'false';
};
