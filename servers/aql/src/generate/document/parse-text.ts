import { parseYaml } from '@recourse/yaml';
import type { ParsedYaml, YamlLimits } from '@recourse/yaml';

/**
 * GitHub's description, one of the largest there are, has about 700,000 values on 400,000 lines. The depth is checked
 * again when the document is copied, for JSON too.
 */
const limits: YamlLimits = { lines: 1_000_000, marks: 20_000_000, brackets: 10_000, depth: 1000, values: 3_000_000 };

/** Reads the text of an OpenAPI document as YAML, of which JSON is a part. */
export const parseText = (text: string): ParsedYaml => parseYaml(text, limits);
