import type { FlatNode } from '../flat-node.ts';
import { contentText } from '../names/name-of.ts';
import { labelsOf } from '../names/referenced.ts';
import { collapse } from '../names/text.ts';

/** Whether people type into the node. */
export const isField = ({ tag, attributes }: FlatNode): boolean =>
  tag === 'input' || tag === 'textarea' || attributes.has('contenteditable');

const placeOf = ({ document }: FlatNode): string => `${document.frameId} ${document.loaderId}`;

/** The keys of a field in its document: its node, and its name or id, which a new node in its place may share. */
export const fieldKeys = (node: FlatNode): readonly string[] => {
  const place = placeOf(node);
  const name = node.attributes.get('name') ?? node.attributes.get('id');
  return [`${place} #${node.backendNodeId}`, ...(name ? [`${place} ${name}`] : [])];
};

/** The label that people see at a field; undefined if it has none. The field's own value is not part of it. */
export const labelKey = (node: FlatNode): string | undefined => {
  const { attributes } = node;
  const visited = new Set([node]);
  const label =
    attributes.get('aria-label') ??
    (labelsOf(node)
      .map((part) => contentText(part, { visited, showsHidden: true }))
      .join(' ') ||
      attributes.get('placeholder'));
  const text = collapse(label ?? '').toLowerCase();
  return text === '' ? undefined : `${placeOf(node)} ${text.slice(0, mostLabel)}`;
};

const mostLabel = 200;
