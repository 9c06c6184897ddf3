import type { Json } from '@recourse/contract';
import { DocumentError } from './document/document-error.ts';
import { wordsOf } from './operations/words.ts';

/** The name of the adapter: the one given, else the title of the document, as MCP-AQL wants names. */
export const adapterName = (given: string | undefined, title: Json | undefined): string => {
  if (given !== undefined) {
    if (/^[a-z][a-z0-9-]{0,62}[a-z0-9]$/.test(given)) return given;
    throw new DocumentError(
      `The name of an adapter must be 2 to 64 lower-case letters, digits and hyphens, starting with a letter and not ending with a hyphen, got '${given}'.`,
    );
  }
  const words = wordsOf(typeof title === 'string' ? title : '').filter((word) => !fillers.has(word));
  const name = words
    .join('-')
    .replace(/^[0-9-]+/, '')
    .slice(0, 40)
    .replace(/-+$/, '');
  return name.length > 1 ? name : 'generated-api';
};

const fillers = new Set(['the', 'api', 'rest', 'openapi', 'swagger', 'specification', 'spec', 's']);

/** The version of the document as a semantic version: `v2` becomes `2.0.0`, and an unreadable version `1.0.0`. */
export const adapterVersion = (version: Json | undefined): string => {
  const text = typeof version === 'string' ? version : '';
  const [, major, minor = '0', patch = '0'] = /^v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?/.exec(text) ?? [];
  return major === undefined ? '1.0.0' : [major, minor, patch].map((part) => String(Number(part))).join('.');
};
