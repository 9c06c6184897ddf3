import type { FoundIssue } from '@recourse/runs';
import { readText } from '../../patching/read-text.ts';
import type { GateDefinition } from '../define-gate.ts';
import { skip } from '../findings.ts';
import { issueCodes } from '../issue-codes.ts';

const commit = /^[a-f0-9]{40}$/u;

/** Checks that the pull request can be undone: the base is a commit, and every changed file can be restored from it. */
export const rollbackGate: GateDefinition = {
  name: 'rollback',
  limits: { local: 5, ci: 5, prod: 10 },
  look: async ({ config, inputs, worktree }) => {
    if (config.validation_profile === 'local') return skip('Rollback data is not required in profile local');
    const severity = config.validation_profile === 'prod' ? 'blocker' : 'warn';
    const issues: FoundIssue[] = [];
    if (!commit.test(inputs.site.sha) || worktree.base.sha !== inputs.site.sha) {
      const message = `The base of the run must be the commit ${inputs.site.sha}`;
      issues.push({ code: issueCodes.prInvalidBaseRefFormat, severity, message });
    }
    const present = new Map(worktree.base.entries.map(({ path, mode }) => [path, mode]));
    for (const path of [...worktree.touched, ...worktree.removed]) {
      if (!present.has(path) || (await readText(worktree.base, path)) !== undefined) continue;
      const message = `'${path}' cannot be restored from the base commit`;
      issues.push({ code: issueCodes.prMissingRollbackMetadata, severity, message, path });
    }
    return { issues };
  },
};
