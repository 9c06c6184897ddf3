import type { FoundIssue } from '@recourse/runs';
import { emptyBundle } from '../../patching/make-patch.ts';
import { openWorktree } from '../../patching/open-worktree.ts';
import type { GateDefinition } from '../define-gate.ts';
import { skip } from '../findings.ts';
import type { Scene } from '../scene.ts';
import { buildSite } from './build-site.ts';
import type { Builder } from './create-builder.ts';
import { findHugo } from './find-hugo.ts';
import { issueCodes } from '../issue-codes.ts';

const mostErrors = 20;

/** Builds the site with hugo. A site that did not build before the run either is a warning. */
export const buildGate = (build: Builder): GateDefinition => ({
  name: 'hugo_build',
  limits: { local: 300, ci: 600, prod: 600 },
  look: async (scene) => {
    const version = await findHugo(scene, 'hugo_build');
    if (version === undefined) return skip('hugo is not installed');
    const tool = { name: 'hugo', version };
    const built = await build(scene);
    if (built.site) return { issues: warningsOf(built.lines, scene), tool };
    const base = await buildSite(scene, await openWorktree(scene.worktree.base, emptyBundle, scene.config));
    return { issues: base.site ? errorsOf(built.lines, scene) : [baselineOf(base.lines)], tool };
  },
});

const errorsOf = (lines: readonly string[], scene: Scene): readonly FoundIssue[] => {
  const errors = lines.filter((line) => /\berror\b/iu.test(line)).slice(0, mostErrors);
  const shown = errors.length > 0 ? errors : [lines.findLast((line) => line.trim() !== '') ?? 'hugo printed nothing'];
  return shown.map((line) => ({
    code: issueCodes.hugoBuildFailed,
    severity: 'blocker',
    message: `hugo cannot build the site: ${line.trim()}`,
    context: line.replaceAll(/:\d+(?::\d+)?/gu, '').trim(),
    ...placeOf(line, scene),
  }));
};

const warningsOf = (lines: readonly string[], scene: Scene): readonly FoundIssue[] =>
  lines
    .filter((line) => /^WARN\b/u.test(line) && placeOf(line, scene).path !== undefined)
    .slice(0, mostErrors)
    .map((line) => ({
      code: issueCodes.hugoBuildWarning,
      severity: 'warn',
      message: line.trim(),
      context: line.replaceAll(/:\d+(?::\d+)?|\d{4}\/\d{2}\/\d{2} /gu, '').trim(),
      ...placeOf(line, scene),
    }));

const baselineOf = (lines: readonly string[]): FoundIssue => ({
  code: issueCodes.hugoBaselineFailed,
  severity: 'warn',
  message: `hugo cannot build the site without the run's changes either: ${lines.find((line) => /error/iu.test(line))?.trim() ?? ''}`,
});

/** The touched file that a line of hugo names. */
const placeOf = (line: string, { worktree }: Scene): { readonly path?: string; readonly line?: number } => {
  const path = worktree.touched.find((touched) => line.includes(touched));
  if (path === undefined) return {};
  const number = /^:(\d{1,9})/u.exec(line.slice(line.indexOf(path) + path.length))?.[1];
  return { path, ...(number !== undefined && { line: Number(number) }) };
};
