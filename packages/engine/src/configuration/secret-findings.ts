import type { Node } from 'jsonc-parser';
import { looksLikeSecret } from '../redaction/secret-texts.ts';
import type { Finding } from './configuration-problem.ts';
import { toPointer, walk } from './configuration-tree.ts';

/** The one address that may name a user; its password is a secret like any other. */
const addressOfStore = '/store/url';
const passwordMessage =
  'passwords are not allowed in this file; put the whole URL in the environment variable RECOURSE_DATABASE_URL';
const message = 'this looks like a secret; files get shared, so put it in an environment variable';

/** Rejects secrets in the file, whatever key they are under. The value found is never repeated. */
export const secretFindings = (root: Node): readonly Finding[] => {
  const findings: Finding[] = [];
  walk(root, (node, steps) => {
    if (typeof node.value !== 'string') return;
    const path = toPointer(steps);
    const isAddress = path === addressOfStore;
    if (!looksLikeSecret(isAddress ? withoutUser(node.value) : node.value)) return;
    findings.push({ offset: node.offset, path, message: isAddress ? passwordMessage : message });
  });
  return findings;
};

/** Removes a user name before the host, so that only a password next to it counts as one. */
const withoutUser = (address: string): string => address.replace(/^(\w+:\/\/)([^\s:/@]*)@(?!.*@)/, '$1 $2 ');
