import type { FoundIssue } from '@recourse/runs';
import { sha256Of } from '../../sources/digest.ts';
import { readText } from '../../patching/read-text.ts';
import type { GateDefinition } from '../define-gate.ts';
import { onlyNew } from '../findings.ts';
import { secretPatterns } from './secret-patterns.ts';
import { issueCodes } from '../issue-codes.ts';

/** Values that stand for a secret in documentation. */
const example = /example|your|xxxx|\.\.\.|<|\{|placeholder|changeme|user:pass|username:password/iu;
const mostCharacters = 1024 * 1024;
const mostPerKind = 50;

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
      issues.push(...onlyNew(findSecrets(path, text), findSecrets(path, before)));
    }
    return { issues };
  },
};

const findSecrets = (path: string, text: string): readonly FoundIssue[] =>
  Object.entries(secretPatterns).flatMap(([kind, pattern]) =>
    [...text.slice(0, mostCharacters).matchAll(pattern)]
      .filter(({ 0: found }) => !example.test(found))
      .slice(0, mostPerKind)
      .map(({ 0: found, index }) => ({
        code: issueCodes.secretFound,
        severity: 'blocker' as const,
        message: `'${path}' contains what looks like a ${kind}`,
        path,
        line: text.slice(0, index).split('\n').length,
        rule: kind,
        // Tells two secrets apart without showing either.
        context: sha256Of(found).slice(0, 16),
      })),
  );
