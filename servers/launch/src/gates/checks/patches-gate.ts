import { isReadable } from '../../markdown/read-page.ts';
import type { FoundIssue } from '@recourse/runs';
import type { GateDefinition } from '../define-gate.ts';
import { isPage } from '../scene.ts';
import { issueCodes } from '../issue-codes.ts';

/** Reports patches that do not fit the site, and pages that are too large for the other gates to read. */
export const patchesGate: GateDefinition = {
  name: 'patches',
  limits: { local: 30, ci: 60, prod: 60 },
  look: async ({ worktree }) => {
    const issues = worktree.conflicts.map(
      ({ path, patch_id, conflict_reason, expected_state, actual_state }): FoundIssue => ({
        code: issueCodes.patchConflict,
        severity: 'blocker',
        message: `${patch_id} does not apply to '${path}': expected ${expected_state}, found ${actual_state}`,
        path,
        rule: conflict_reason,
      }),
    );
    for (const path of worktree.touched.filter(isPage)) {
      const text = await worktree.read(path);
      if (text !== undefined && isReadable(text)) continue;
      const message = `'${path}' is too large to check`;
      issues.push({ code: issueCodes.pageTooLarge, severity: 'blocker', message, path });
    }
    return { issues };
  },
};
