import type { Citation } from '../locate.ts';
import type { ManifestField } from './field-places.ts';

/** The facts of a manifest. Values that it does not state are absent. */
export interface Manifest {
  readonly path: string;
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly description?: string;
  readonly install?: { readonly command: string; readonly source: Citation };
  /** Files that users import, relative to the manifest. */
  readonly entries?: readonly string[];
  /** The lines of its fields. */
  readonly places?: Readonly<Partial<Record<ManifestField, Citation>>>;
  /** Packages of Python that it publishes. */
  readonly packages?: readonly string[];
}

export type ManifestReader = (path: string, text: string) => Manifest | undefined;

/** A value of a manifest: a single line, and not longer than any real one. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 2000
    ? value.trim().replaceAll(/\s+/g, ' ')
    : undefined;

/** A name that a shell and a page can contain without quoting. */
export const plainName = (value: unknown): string | undefined => {
  const name = textOf(value);
  return name !== undefined && /^@?[\w][\w./@+-]{0,213}$/.test(name) ? name : undefined;
};

export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** Leaves out what is undefined. */
export const stated = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: Exclude<Values[Key], undefined>;
  };
