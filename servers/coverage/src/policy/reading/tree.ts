import { parseYaml } from '@recourse/yaml';
import type { YamlLimits, YamlTree } from '@recourse/yaml';

/** Something that is wrong at a place. */
export interface Finding {
  readonly offset: number;
  /** Such as `policy.domains[0].min`. */
  readonly key?: string;
  readonly reason: string;
  readonly suggestion?: string;
}

const largestFile = 64 * 1024;
/** A policy of a thousand domains has fewer of each. */
export const policyLimits: YamlLimits = { lines: 5000, marks: 40_000, brackets: 64, depth: 16, values: 10_000 };

export interface ParsedPolicy {
  /** Undefined if the text cannot be read. */
  readonly root: YamlTree | undefined;
  readonly findings: readonly Finding[];
}

/** Reads the YAML of a policy, within bounds. It never throws; an empty file is an empty map. */
export const parseTree = (text: string): ParsedPolicy => {
  if (Buffer.byteLength(text) > largestFile) return unreadable(0, 'the file is larger than 64 KiB');
  if (text.includes('\0')) return unreadable(text.indexOf('\0'), 'the file is not text');
  const { root, findings } = parseYaml(text, policyLimits);
  if (findings.length === 0) return { root: root ?? { kind: 'map', offset: 0, entries: new Map() }, findings: [] };
  return {
    root,
    findings: findings.map(({ offset, message, duplicate }) => ({
      offset,
      ...(duplicate !== undefined && { key: duplicate }),
      reason: message,
    })),
  };
};

const unreadable = (offset: number, reason: string): ParsedPolicy => ({
  root: undefined,
  findings: [{ offset, reason }],
});
