/** One value of a file and where it is. Everything that YAML has and JSON has not is gone. */
export type YamlTree = YamlMap | YamlList | YamlValue;

export interface YamlMap {
  readonly kind: 'map';
  readonly offset: number;
  readonly entries: ReadonlyMap<string, YamlEntry>;
}

export interface YamlEntry {
  /** Of the key. */
  readonly offset: number;
  readonly value: YamlTree;
}

export interface YamlList {
  readonly kind: 'list';
  readonly offset: number;
  readonly items: readonly YamlTree[];
}

export interface YamlValue {
  readonly kind: 'value';
  readonly offset: number;
  readonly value: string | number | boolean | null;
  /** The offset in the file of a position in the string. */
  readonly offsetOf: (position: number) => number;
}
