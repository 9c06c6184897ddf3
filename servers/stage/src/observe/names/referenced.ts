import type { FlatDocument, FlatNode } from '../flat-node.ts';
import { createNearest } from '../nearest.ts';
import { stepsOf } from '../steps.ts';

/** The nodes whose ids an attribute lists, in its order. Ids that name nothing are skipped. */
export const referenced = (node: FlatNode, attribute: string): readonly FlatNode[] =>
  (node.attributes.get(attribute) ?? '')
    .split(/\s+/)
    .filter((id) => id !== '')
    .slice(0, mostReferenced)
    .map((id) => nearestWithId(node, id))
    .filter((found) => found !== undefined);

const mostReferenced = 50;

/** Ids are unique within a shadow tree, not within the flat tree: the nearest node of the same kind of tree is meant. */
const nearestWithId = (node: FlatNode, id: string): FlatNode | undefined => {
  const all = node.document.byId.get(id) ?? [];
  if (!stepsOf(node.document).take(all.length)) return undefined;
  const candidates = all.filter((found) => (found.shadow === undefined) === (node.shadow === undefined));
  if (candidates.length < 2 || node.shadow === undefined) return candidates[0];
  const around = new Set<FlatNode>();
  for (let at: FlatNode | undefined = node; at; at = at.parent) around.add(at);
  const distance = (found: FlatNode): number => {
    let steps = 0;
    for (let at: FlatNode | undefined = found; at && !around.has(at); at = at.parent) steps += 1;
    return steps;
  };
  return candidates.slice(0, mostReferenced).toSorted((one, other) => distance(one) - distance(other))[0];
};

const labelable: ReadonlySet<string> = new Set([
  'button',
  'input',
  'meter',
  'output',
  'progress',
  'select',
  'textarea',
]);

/** The label elements of a control: those that point to it, and the one around it. */
export const labelsOf = (node: FlatNode): readonly FlatNode[] => {
  if (!labelable.has(node.tag) && !node.tag.includes('-')) return [];
  const id = node.attributes.get('id');
  const pointing = (id ? (indexOf(node.document).get(id) ?? []) : [])
    .slice(0, mostReferenced)
    .filter((label) => nearestWithId(label, id ?? '') === node);
  const around = closestLabel(node);
  if (!around || around.attributes.has('for') || pointing.includes(around)) return pointing;
  return [...pointing, around];
};

const nearestLabel = createNearest(({ tag }) => tag === 'label');

/** A label is about the first control in it only. */
const closestLabel = (node: FlatNode): FlatNode | undefined => {
  const label = nearestLabel(node.parent);
  return label && controlOf(label) === node ? label : undefined;
};

const controls = new WeakMap<FlatNode, FlatNode | null>();

/** The first control in a label. */
const controlOf = (label: FlatNode): FlatNode | undefined => {
  const known = controls.get(label);
  if (known !== undefined) return known ?? undefined;
  const found = firstControl(label, 0);
  controls.set(label, found ?? null);
  return found;
};

const deepestControl = 100;

const firstControl = (around: FlatNode, depth: number): FlatNode | undefined => {
  if (depth > deepestControl) return undefined;
  const steps = stepsOf(around.document);
  for (const child of around.children) {
    if (!steps.take()) return undefined;
    if (labelable.has(child.tag) && child.attributes.get('type')?.toLowerCase() !== 'hidden') return child;
    const inside = firstControl(child, depth + 1);
    if (inside) return inside;
  }
  return undefined;
};

const indexes = new WeakMap<FlatDocument, ReadonlyMap<string, readonly FlatNode[]>>();

const indexOf = (document: FlatDocument): ReadonlyMap<string, readonly FlatNode[]> => {
  const known = indexes.get(document);
  if (known) return known;
  const index = new Map<string, FlatNode[]>();
  for (const node of document.nodes) {
    const id = node.tag === 'label' ? node.attributes.get('for') : undefined;
    if (id === undefined) continue;
    const labels = index.get(id);
    if (labels) labels.push(node);
    else index.set(id, [node]);
  }
  indexes.set(document, index);
  return index;
};

/** Whether a label is the name of a control on the page, so that its text need not be shown again. */
export const isLabelOfControl = (node: FlatNode): boolean => {
  if (node.tag !== 'label') return false;
  const id = node.attributes.get('for');
  if (id === undefined) return controlOf(node) !== undefined;
  return nearestWithId(node, id) !== undefined;
};
