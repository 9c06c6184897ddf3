import type { Node } from 'jsonc-parser';
import { looksLikeSecret } from '../stages/record/redaction/secret-texts.ts';
import type { Finding } from './configuration-problem.ts';
import { toPointer, walk } from './configuration-tree.ts';

const message = 'this looks like a secret; files get shared, so keep it in an environment variable';

/** Secrets do not stand in the file, whatever key they are under. What was found is never repeated. */
export const secretFindings = (root: Node): readonly Finding[] => {
  const findings: Finding[] = [];
  walk(root, (node, steps) => {
    if (typeof node.value !== 'string' || !looksLikeSecret(node.value)) return;
    findings.push({ offset: node.offset, path: toPointer(steps), message });
  });
  return findings;
};
