import type { FlatNode } from './flat-node.ts';
import { nameOf } from './names/name-of.ts';
import { interactiveRoles } from './roles/role-facts.ts';
import { isEditable, isFocusable, roleOf } from './roles/role-of.ts';
import { stepsOf } from './steps.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Containers that take the focus for scrolling or managing it, and are not operated themselves. */
const focusContainers: ReadonlySet<string> = new Set([
  'alertdialog',
  'application',
  'dialog',
  'document',
  'grid',
  'group',
  'iframe',
  'list',
  'main',
  'menu',
  'menubar',
  'navigation',
  'radiogroup',
  'region',
  'table',
  'tablist',
  'tabpanel',
  'toolbar',
  'tree',
  'treegrid',
]);

/** The role that an element is shown with: its own, or `clickable` for an element without one that reacts to clicks. */
export const elementRole = (node: FlatNode, viewport: Size): string => {
  const role = roleOf(node);
  if (role !== 'generic' && role !== 'paragraph') return role;
  if (isEditable(node)) return 'textbox';
  return isClickTarget(node, viewport) ? 'clickable' : role;
};

/** Whether people operate the element. */
export const isInteractive = (node: FlatNode, role: string): boolean => {
  if (interactiveRoles.has(role) || role === 'clickable') return true;
  if (['colorwell', 'date', 'datetime', 'inputtime'].includes(role)) return true;
  if (focusContainers.has(role)) return false;
  const tabIndex = Number.parseInt(node.attributes.get('tabindex') ?? '', 10);
  return isEditable(node) || tabIndex >= 0;
};

/** A listener on a part of the page that is larger than this serves what is in it. */
const largestShare = 0.5;
const mostText = 300;
const deepest = 200;

const isClickTarget = (node: FlatNode, viewport: Size): boolean => {
  const { box, tag } = node;
  if (tag === 'html' || tag === 'body' || tag === 'label' || !box) return false;
  const tabIndex = Number.parseInt(node.attributes.get('tabindex') ?? '', 10);
  const pointsAt = node.style?.cursor === 'pointer' && node.parent?.style?.cursor !== 'pointer';
  if (!(isOwnTarget(node) || pointsAt || (tabIndex >= 0 && isFocusable(node)))) return false;
  if (box.width * box.height > largestShare * viewport.width * viewport.height) return false;
  return textLength(node) <= mostText && !wrapsOneControl(node);
};

/** The mark is inherited by everything below a listener, and only the outermost element is meant. */
const isOwnTarget = (node: FlatNode): boolean => node.isClickable && node.parent?.isClickable !== true;

const textLength = (node: FlatNode): number => {
  let length = 0;
  const steps = stepsOf(node.document);
  const walk = (at: FlatNode, depth: number): void => {
    for (const child of at.children) {
      if (length > mostText || depth > deepest || !steps.take()) return;
      length += child.text.length;
      walk(child, depth + 1);
    }
  };
  walk(node, 0);
  return length;
};

/** A wrapper around nothing but a control or a link adds nothing to it. */
const wrapsOneControl = (node: FlatNode): boolean => {
  const shown = node.children.filter((child) => child.tag !== '#text' || child.text.trim() !== '');
  const [only] = shown;
  return shown.length === 1 && only !== undefined && interactiveRoles.has(roleOf(only)) && nameOf(only).text !== '';
};
