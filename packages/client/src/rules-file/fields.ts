import type { Json } from '@recourse/contract';
import type { YamlMap, YamlTree } from '@recourse/yaml';

/** A problem of a rules file, at an offset of its text. */
export interface Finding {
  readonly offset: number;
  readonly message: string;
}

export type Report = (offset: number, message: string) => void;

/** Reads the fields of one map and reports unknown ones. Invalid fields count as absent. */
export class Fields {
  private readonly map: YamlMap;
  private readonly report: Report;

  constructor(map: YamlMap, known: readonly string[], report: Report) {
    this.map = map;
    this.report = report;
    for (const [name, { offset }] of map.entries)
      if (!known.includes(name)) report(offset, `Unknown key '${name}'. Use one of: ${known.join(', ')}.`);
  }

  get offset(): number {
    return this.map.offset;
  }

  has(name: string): boolean {
    return this.map.entries.has(name);
  }

  at(name: string): YamlTree | undefined {
    return this.map.entries.get(name)?.value;
  }

  text(name: string): string | undefined {
    const found = this.at(name);
    if (!found) return undefined;
    if (found.kind === 'value' && typeof found.value === 'string' && found.value.trim() !== '') return found.value;
    this.report(found.offset, `'${name}' must be a non-empty string.`);
    return undefined;
  }

  /** A string, or a list of strings. */
  texts(name: string): readonly string[] | undefined {
    const found = this.at(name);
    if (!found) return undefined;
    const items = found.kind === 'list' ? found.items : [found];
    const texts = items.flatMap((item) => {
      if (item.kind === 'value' && typeof item.value === 'string' && item.value.trim() !== '') return [item.value];
      this.report(item.offset, `'${name}' must be a non-empty string or a list of such strings.`);
      return [];
    });
    if (items.length === 0) this.report(found.offset, `'${name}' must not be empty.`);
    return texts.length > 0 ? texts : undefined;
  }

  numbers(name: string): readonly number[] | undefined {
    const found = this.at(name);
    if (!found) return undefined;
    const items = found.kind === 'list' ? found.items : [found];
    const numbers = items.flatMap((item) => {
      if (item.kind === 'value' && Number.isInteger(item.value)) return [item.value as number];
      this.report(item.offset, `'${name}' must be a whole number or a list of whole numbers.`);
      return [];
    });
    return numbers.length > 0 ? numbers : undefined;
  }

  /** The maps of a list. */
  maps(name: string): readonly YamlMap[] {
    const found = this.at(name);
    if (!found) return [];
    if (found.kind !== 'list') {
      this.report(found.offset, `'${name}' must be a list.`);
      return [];
    }
    return found.items.flatMap((item) => {
      if (item.kind === 'map') return [item];
      this.report(item.offset, `Each entry of '${name}' must be a map.`);
      return [];
    });
  }
}

/** A tree as plain JSON. */
export const jsonOf = (tree: YamlTree): Json => {
  if (tree.kind === 'value') return tree.value;
  if (tree.kind === 'list') return tree.items.map(jsonOf);
  return Object.fromEntries([...tree.entries].map(([name, { value }]) => [name, jsonOf(value)]));
};
