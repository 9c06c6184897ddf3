import type { FlatNode } from '../flat-node.ts';
import { contentText, nameOf } from './name-of.ts';
import { referenced } from './referenced.ts';
import { clip, collapse } from './text.ts';

/** The accessible description of an element, without what its name says already. */
export const descriptionOf = (node: FlatNode): string => {
  const parts = referenced(node, 'aria-describedby').map((part) =>
    contentText(part, { visited: new Set(), showsHidden: !part.isLaidOut }),
  );
  const described = collapse(parts.join(' ')) || collapse(node.attributes.get('aria-description') ?? '');
  const text = described || collapse(node.attributes.get('title') ?? '');
  return text === nameOf(node).text ? '' : clip(text);
};
