import type { FoundIssue } from '@recourse/runs';
import { sha256Of } from '../../sources/digest.ts';
import { readText } from '../../patching/read-text.ts';
import { findSecrets } from '../../secrets/find-secrets.ts';
import type { GateDefinition } from '../define-gate.ts';
import { onlyNew } from '../findings.ts';
import { issueCodes } from '../issue-codes.ts';

const mostCharacters = 1024 * 1024;
const mostPerFile = 100;

/** Reports what looks like a secret in touched files. No message contains any part of it. */
export const secretsGate: GateDefinition = {
  name: 'secrets',
  limits: { local: 30, ci: 60, prod: 60 },
  look: async ({ worktree, signal }) => {
    const issues: FoundIssue[] = [];
    for (const path of worktree.touched) {
      signal.throwIfAborted();
      const text = (await worktree.read(path)) ?? '';
      const before = (await readText(worktree.base, path)) ?? '';
      issues.push(...onlyNew(issuesIn(path, text), issuesIn(path, before)));
    }
    return { issues };
  },
};

const issuesIn = (path: string, text: string): readonly FoundIssue[] =>
  findSecrets(text.slice(0, mostCharacters))
    .slice(0, mostPerFile)
    .map(({ kind, text: secret, index }) => ({
      code: issueCodes.secretFound,
      severity: 'blocker',
      message: `'${path}' contains what looks like a ${kind}`,
      path,
      line: text.slice(0, index).split('\n').length,
      rule: kind,
      // Tells two secrets apart without showing either.
      context: sha256Of(secret).slice(0, 16),
    }));
