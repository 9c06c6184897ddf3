import { StageRefusedError } from './refused-error.ts';
import type { PluginSession } from './session.ts';

/** Attributes whose values a selector may compare. The values of others can be secret. */
const comparable = ['id', 'name', 'role', 'type', 'data-testid'];

const presence = /\[\s*[a-z][\w-]*\s*\]/giu;
const comparison = new RegExp(
  String.raw`\[\s*(?:${comparable.join('|')})\s*[~|^$*]?=\s*(?:"[^"\\[\]]*"|'[^'\\[\]]*'|[\w-]+)\s*\]`,
  'giu',
);

/** Whether a selector from a call can be used in a page, and matches. */
export type SelectorCheck =
  { readonly state: 'matches' | 'no match' } | { readonly state: 'invalid'; readonly reason: string };

/**
 * Checks a selector from a call before a plugin uses it in its own code in the page. A selector that compares the values
 * of attributes is invalid: its effects could read a password letter by letter. Needs the capability `elements`.
 */
export const checkSelector = async (session: Pick<PluginSession, 'find'>, selector: string): Promise<SelectorCheck> => {
  if (selector.replaceAll(presence, '').replaceAll(comparison, '').includes('['))
    return { state: 'invalid', reason: `it must not compare attributes other than ${comparable.join(', ')}` };
  try {
    await session.find({ selector });
    return { state: 'matches' };
  } catch (error) {
    if (!(error instanceof StageRefusedError)) throw error;
    if (error.code === 'SELECTOR_NO_MATCH') return { state: 'no match' };
    if (error.code === 'SELECTOR_INVALID') return { state: 'invalid', reason: 'it is not valid CSS' };
    throw error;
  }
};
