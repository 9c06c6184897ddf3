import type { FlatNode } from '../flat-node.ts';

/** Values of `autocomplete` whose fields hold secrets: passwords, one-time codes and the numbers of payment cards. */
const secretPurposes: ReadonlySet<string> = new Set([
  'current-password',
  'new-password',
  'one-time-code',
  'cc-number',
  'cc-csc',
  'cc-exp',
  'cc-exp-month',
  'cc-exp-year',
]);

/** Attributes by which a page marks a field or its content as secret. Any value except `false` counts. */
export const secretAttributes = ['data-secret', 'data-sensitive', 'data-private', 'data-recourse-secret'] as const;

const marked = [
  'input[type="password" i]',
  ...[...secretPurposes].map((purpose) => `[autocomplete~="${purpose}" i]`),
  ...secretAttributes.map((name) => `[${name}]:not([${name}="false"])`),
].join(',');
/** A CSS selector for the elements that `isMarkedSecret` finds by their attributes, with everything inside them. */
export const secretSelector = `:is(${marked}),:is(${marked}) *`;

/** Whether the page itself says that what the element holds is secret. */
export const isMarkedSecret = (node: FlatNode): boolean => {
  const { attributes, tag } = node;
  if (tag === 'input' && attributes.get('type')?.toLowerCase() === 'password') return true;
  if (
    (attributes.get('autocomplete') ?? '')
      .toLowerCase()
      .split(/\s+/)
      .some((word) => secretPurposes.has(word))
  ) {
    return true;
  }
  if (secretAttributes.some((name) => attributes.has(name) && attributes.get(name) !== 'false')) return true;
  // A field that shows dots for its text without being a password field.
  const security = node.style?.['-webkit-text-security'];
  return security !== undefined && security !== '' && security !== 'none';
};
