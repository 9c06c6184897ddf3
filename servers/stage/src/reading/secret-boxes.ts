import type { Box } from '../observe/flat-node.ts';
import type { SecretMemory } from '../observe/secrets/secret-memory.ts';
import { buildElement } from '../observe/build-elements.ts';
import type { PlacedLook } from './observer.ts';

/** Where secrets are on a surface, in CSS pixels of its viewport. A picture of it must not show them. */
export const secretBoxes = ({ capture, build }: PlacedLook, secrets: SecretMemory): readonly Box[] =>
  capture.documents
    .flatMap(({ nodes }) => nodes)
    .filter((node) => !node.tag.startsWith('#') && node.box !== undefined && secrets.isSecret(node))
    .map((node) => buildElement(node, capture, build).box)
    .filter((box) => box !== undefined);
