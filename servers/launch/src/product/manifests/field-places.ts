import type { Citation } from '../locate.ts';
import { cite } from '../locate.ts';
import type { Manifest } from './manifest.ts';

const fields = ['name', 'version', 'description', 'license'] as const;
export type ManifestField = (typeof fields)[number];

const longestStart = 60;

/** Finds the lines that state the fields of a manifest: those with the key and the value, or at least the value. */
export const fieldPlaces = (
  path: string,
  text: string,
  manifest: Manifest,
): Readonly<Partial<Record<ManifestField, Citation>>> => {
  const lines = text.split('\n');
  const found = fields.flatMap((field) => {
    const value = manifest[field]?.slice(0, longestStart);
    if (value === undefined) return [];
    const key = field === 'name' && path.endsWith('go.mod') ? 'module' : field;
    const both = lines.findIndex((line) => line.includes(key) && line.includes(value));
    const index = both === -1 ? lines.findIndex((line) => line.includes(value)) : both;
    return [[field, cite(path, Math.max(index, 0) + 1)] as const];
  });
  return Object.fromEntries(found);
};
