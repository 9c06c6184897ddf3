import { looksLikeSecret } from '@recourse/engine/third-party-schemas';
import { wrong } from './rules/findings.ts';
import type { Report } from './rules/findings.ts';
import { joinPath } from './rules/place.ts';
import type { YamlTree } from '@recourse/yaml';

/** Fields of prose: "the token: see below" is not a secret there, but a token itself still is. */
const prose: ReadonlySet<string> = new Set(
  'description reason reasons confirmation_message message_template condition pattern expected'.split(' '),
);

/** Reports secrets under any field, because adapter files are shared. The report never repeats the secret. */
export const reportSecrets = (tree: YamlTree, report: Report, path = '', isProse = false): void => {
  if (tree.kind === 'map') {
    for (const [key, { value }] of tree.entries) reportSecrets(value, report, joinPath(path, key), prose.has(key));
  } else if (tree.kind === 'list') {
    for (const [index, item] of tree.items.entries()) reportSecrets(item, report, `${path}[${index}]`, isProse);
  } else if (typeof tree.value === 'string' && (isProse ? holdsSecret(tree.value) : looksLikeSecret(tree.value))) {
    report(
      wrong({ path, offset: tree.offset, tree }, 'a value without secrets', {
        actual: 'what looks like a secret',
        suggestion: 'keep it in an environment variable and put the name of the variable under auth',
        confidential: true,
      }),
    );
  }
};

/** True for a sentence with a token or key in it, and not for one that only speaks of them. */
export const holdsSecret = (text: string): boolean => looksLikeSecret(text.replace(/[:=]|\b(?:bearer|basic)\b/gi, ' '));
