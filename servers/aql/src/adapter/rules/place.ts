import type { YamlMap, YamlTree } from '@recourse/yaml';

/** A value of the file, and the way to it. */
export interface Place {
  /** Such as `operations.read[0].maps_to`; empty for the file as a whole. */
  readonly path: string;
  readonly offset: number;
  readonly tree: YamlTree;
}

export const joinPath = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

/** The value under a key. Where there is none, the place of what should hold it, under the path of the key. */
export const placeOf = (parent: Place & { readonly tree: YamlMap }, key: string): Place => {
  const entry = parent.tree.entries.get(key);
  return {
    path: joinPath(parent.path, key),
    offset: entry?.value.offset ?? parent.offset,
    tree: entry?.value ?? nothing,
  };
};

/** The key itself, where the name is wrong and not the value. */
export const keyPlace = (parent: Place & { readonly tree: YamlMap }, key: string): Place => ({
  ...placeOf(parent, key),
  offset: parent.tree.entries.get(key)?.offset ?? parent.offset,
});

/** Stands for what does not exist. */
export const nothing: YamlTree = { kind: 'value', offset: 0, value: null, offsetOf: () => 0 };
