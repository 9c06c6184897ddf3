import type { FoundIssue } from '@recourse/runs';
import { emptyBundle } from '../../patching/make-patch.ts';
import { openWorktree } from '../../patching/open-worktree.ts';
import type { GateDefinition } from '../define-gate.ts';
import { skip } from '../findings.ts';
import type { Scene } from '../scene.ts';
import { buildSite } from './build-site.ts';
import type { Builder } from './create-builder.ts';
import { hugoTool } from './confinement-of.ts';
import { findHugo } from './find-hugo.ts';
import { issueCodes } from '../issue-codes.ts';

const mostErrors = 20;

/**
 * Builds the site with hugo. If the site does not build without the changes of the run either, the build says nothing
 * about them: the gate is skipped in profile local, as without hugo, and fails in the profiles that require a build.
 */
export const buildGate = (build: Builder): GateDefinition => ({
  name: 'hugo_build',
  limits: { local: 300, ci: 600, prod: 600 },
  look: async (scene) => {
    const version = await findHugo(scene, 'hugo_build');
    if (version === undefined) return skip('hugo is not installed');
    const tool = await hugoTool(scene.environment, version);
    const built = await build(scene);
    if (built.site) return { issues: warningsOf(built.lines, scene), tool };
    const base = await buildSite(scene, await openWorktree(scene.worktree.base, emptyBundle, scene.config));
    if (base.site) return { issues: errorsOf(built.lines, scene), tool };
    const isRequired = scene.config.validation_profile !== 'local';
    // Both builds fail, but errors in pages of the run are its own.
    const own = errorsOf(newLines(built.lines, base.lines), scene).filter(({ path }) => path !== undefined);
    const issues = [...own, baselineOf(base.lines, isRequired)];
    return { issues, tool, skipped: 'The site does not build, with or without the changes of the run' };
  },
});

const errorsOf = (lines: readonly string[], scene: Scene): readonly FoundIssue[] => {
  const errors = lines.filter((line) => /\berror\b/iu.test(line)).slice(0, mostErrors);
  const shown = errors.length > 0 ? errors : [lines.findLast((line) => line.trim() !== '') ?? 'hugo printed nothing'];
  return shown.map((line) => ({
    code: issueCodes.hugoBuildFailed,
    severity: 'blocker',
    message: `hugo cannot build the site: ${line.trim()}`,
    context: withoutPlaces(line),
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
      context: withoutPlaces(line),
      ...placeOf(line, scene),
    }));

const baselineOf = (lines: readonly string[], isRequired: boolean): FoundIssue => ({
  code: issueCodes.hugoBaselineFailed,
  severity: isRequired ? 'blocker' : 'warn',
  message: `The site does not build, with or without the changes of the run, so hugo could not check them. Repair the site and start a new run. hugo reported: ${firstError(lines)}`,
});

const firstError = (lines: readonly string[]): string =>
  (lines.find((line) => /error/iu.test(line)) ?? lines.findLast((line) => line.trim() !== '') ?? 'nothing').trim();

/** The lines that hugo did not print for the site as it was. */
const newLines = (lines: readonly string[], before: readonly string[]): readonly string[] => {
  const known = new Set(before.map(withoutPlaces));
  return lines.filter((line) => !known.has(withoutPlaces(line)));
};

const withoutPlaces = (line: string): string => line.replaceAll(/:\d+(?::\d+)?/gu, '').trim();

/** The touched file that a line of hugo names. */
const placeOf = (line: string, { worktree }: Scene): { readonly path?: string; readonly line?: number } => {
  const path = worktree.touched.find((touched) => line.includes(touched));
  if (path === undefined) return {};
  const number = /^:(\d{1,9})/u.exec(line.slice(line.indexOf(path) + path.length))?.[1];
  return { path, ...(number !== undefined && { line: Number(number) }) };
};
