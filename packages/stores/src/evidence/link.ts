import { hash, randomBytes } from 'node:crypto';

const encoding = 'base64';

/** Digests the stored cells of an event. Each cell carries its length, so that no two lists of cells look alike. */
export const digestOfCells = (cells: readonly (string | number | null)[]): string => {
  let text = '';
  for (const cell of cells) {
    const shown = cell === null ? undefined : String(cell);
    text += shown === undefined ? '-' : `${shown.length}:${shown}`;
  }
  return hash('sha256', text, encoding);
};

/** Links an event to the one before it. Links and digests are SHA-256 in base64, because drivers take text faster. */
export const linkOf = (previous: string, position: number, digest: string): string =>
  hash('sha256', `${previous}${position}:${digest}`, encoding);

/** Draws the link before the first event. It is random, so that no part of one chain fits into another. */
export const drawFirstLink = (): string => randomBytes(32).toString(encoding);

/** A link as people copy it. */
export const shownLink = (link: string): string => Buffer.from(link, encoding).toString('hex');
