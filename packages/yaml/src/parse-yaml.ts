import { parseDocument } from 'yaml';
import { createBuilder, Unreadable } from './build-tree.ts';
import type { YamlFinding } from './build-tree.ts';
import { glance } from './glance.ts';
import type { YamlLimits } from './limits.ts';
import { syntaxMessages } from './syntax-messages.ts';
import type { YamlTree } from './tree.ts';

export interface ParsedYaml {
  /** Undefined if the text is empty or cannot be read. */
  readonly root: YamlTree | undefined;
  readonly findings: readonly YamlFinding[];
}

/**
 * Reads YAML (and so JSON) that others wrote into a tree of bounded size and depth. Merge keys, tags, duplicate keys
 * and keys that could reach a prototype are findings. It never throws, and no finding repeats a value.
 */
export const parseYaml = (yaml: string, limits: YamlLimits): ParsedYaml => {
  const hopeless = glance(yaml, limits);
  if (hopeless !== undefined) return unreadable(0, hopeless);
  try {
    const document = parseDocument(yaml, {
      prettyErrors: false,
      stringKeys: true,
      // The parser compares every key with every other; the builder uses a map.
      uniqueKeys: false,
      merge: false,
      resolveKnownTags: false,
      logLevel: 'error',
      version: '1.2',
    });
    const findings = [...document.errors, ...document.warnings].map(({ code, pos }) => ({
      offset: pos[0],
      message: syntaxMessages[code] ?? 'this is not valid YAML',
    }));
    if (findings.length > 0) return { root: undefined, findings };
    const build = createBuilder(yaml, limits);
    return { root: document.contents === null ? undefined : build.tree(document.contents), findings: build.findings };
  } catch (error) {
    if (error instanceof Unreadable) return unreadable(error.offset, error.message);
    // The parser follows brackets by recursion, and brackets alone can be deeper than any stack.
    if (error instanceof RangeError) return unreadable(0, 'it is nested too deeply');
    throw error;
  }
};

const unreadable = (offset: number, message: string): ParsedYaml => ({
  root: undefined,
  findings: [{ offset, message }],
});
