import type { FoundIssue } from '@recourse/runs';
import { readText } from '../../patching/read-text.ts';
import type { GateDefinition } from '../define-gate.ts';
import { skip } from '../findings.ts';
import { issueCodes } from '../issue-codes.ts';

const commit = /^[a-f0-9]{40}$/u;

/**
 * Checks that the pull request can be undone: the base is a commit, every changed file can be restored from it, and the
 * diff shows every changed file. These are the values that `pr.json` gets, and they are checked before it exists: the
 * publication writes it after the last gate, and its schema refuses a record without base, steps or paths. A `pr.json`
 * that a gate could read belongs to an earlier attempt at the same publication, on a site that has moved since.
 */
export const rollbackGate: GateDefinition = {
  name: 'rollback',
  needs: ['site.diff'],
  limits: { local: 5, ci: 5, prod: 10 },
  look: async ({ config, inputs, worktree, artifacts }) => {
    if (config.validation_profile === 'local') return skip('Rollback data is not required in the local profile');
    const severity = config.validation_profile === 'prod' ? 'blocker' : 'warn';
    const issues: FoundIssue[] = [];
    if (!commit.test(inputs.site.sha) || worktree.base.sha !== inputs.site.sha) {
      const message = `The base of the run is '${worktree.base.sha}', but must be the full commit hash in inputs.json, '${inputs.site.sha}'`;
      issues.push({ code: issueCodes.prInvalidBaseRefFormat, severity, message });
    }
    const present = new Map(worktree.base.entries.map(({ path, mode }) => [path, mode]));
    const shown = pathsOf(await artifacts.text('site.diff'));
    for (const path of [...worktree.touched, ...worktree.removed]) {
      if (!shown.has(path)) {
        const message = `'${path}' was changed, but is missing from site.diff`;
        issues.push({ code: issueCodes.prAffectedPathNotInDiff, severity, message, path });
      }
      if (!present.has(path) || (await readText(worktree.base, path)) !== undefined) continue;
      const message = `'${path}' cannot be restored from the base commit`;
      issues.push({ code: issueCodes.prMissingRollbackMetadata, severity, message, path });
    }
    return { issues };
  },
};

/** The files of a diff. A line of a file's text never begins without a sign before it. */
const pathsOf = (diff: string): ReadonlySet<string> =>
  new Set(
    diff
      .split('\n')
      .filter((line) => line.startsWith(head))
      // Both names are equal: the line is the head, one name, ' b/' and the name again.
      .map((line) => line.slice(head.length, head.length + (line.length - head.length - between.length) / 2)),
  );

const head = 'diff --git a/';
const between = ' b/';
