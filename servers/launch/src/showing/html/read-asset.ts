import { readFile } from 'node:fs/promises';

/** Reads a style or script for browsers. It lies beside the sources, also in the published package. */
export const readAsset = (name: 'report.css' | 'overlay.css' | 'overlay.js'): Promise<string> =>
  readFile(new URL(`../../../src/showing/assets/${name}`, import.meta.url), 'utf8');
