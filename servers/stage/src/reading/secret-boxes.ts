import type { Box } from '../observe/flat-node.ts';
import type { SecretMemory } from '../observe/secrets/secret-memory.ts';
import { buildElement } from '../observe/build-elements.ts';
import type { PlacedLook } from './observer.ts';

/** Where secrets are on a surface, in CSS pixels of its viewport. A picture of it must not show them. */
export const secretBoxes = ({ capture, build }: PlacedLook, secrets: SecretMemory): readonly Box[] =>
  capture.documents
    .flatMap(({ nodes }) => nodes)
    .filter((node) => secrets.isSecret(node) && !(node.parent && secrets.isSecret(node.parent)))
    .map((node) => buildElement(node, capture, build).box)
    .filter((box) => box !== undefined);
