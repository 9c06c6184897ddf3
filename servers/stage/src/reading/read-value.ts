import type { SecretMemory } from '../observe/secrets/secret-memory.ts';
import { secretAttributes } from '../observe/secrets/secret-fields.ts';
import { secretMask, wholeValue } from '../observe/values.ts';
import type { FoundTarget } from './target.ts';

/** The whole value of a control, masked if it is secret; undefined for an element that has none. */
export const readValue = ({ node, placed }: FoundTarget, secrets: SecretMemory): string | undefined => {
  const value = wholeValue(node, placed.element.role);
  if (value === undefined || value === '') return value;
  return secrets.isSecret(node) ? secretMask : value;
};

/** Attributes that can repeat what a field holds. */
const telling = /^(value|aria-valuetext|aria-valuenow|aria-label|title|data-.+)$/u;
const markers: ReadonlySet<string> = new Set(secretAttributes);

/** An attribute of an element, masked if the element is secret and the attribute may repeat the secret. */
export const readAttribute = ({ node }: FoundTarget, name: string, secrets: SecretMemory): string | undefined => {
  const value = node.attributes.get(name.toLowerCase());
  if (value === undefined || value === '') return value;
  const isTelling = telling.test(name.toLowerCase()) && !markers.has(name.toLowerCase());
  return isTelling && secrets.isSecret(node) ? secretMask : value;
};
