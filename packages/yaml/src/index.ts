export type { YamlFinding } from './build-tree.ts';
export { glance } from './glance.ts';
export type { YamlLimits } from './limits.ts';
export { createLines } from './lines.ts';
export { parseYaml } from './parse-yaml.ts';
export type { ParsedYaml } from './parse-yaml.ts';
export type { YamlEntry, YamlList, YamlMap, YamlTree, YamlValue } from './tree.ts';
