import { judgePath } from '@recourse/engine/untrusted-values';
import { gitOwns, gitReason } from '../../git/index.ts';
import { detectedLanguages, detectProject, languageMarkers } from '../reading/detect-project.ts';
import type { DetectedLanguage, DetectedProject } from '../reading/detect-project.ts';
import { builtInMinimum } from '../reading/build-policy.ts';
import { filesOfRoot } from '../reading/policy-files.ts';
import { policyNames } from '../reading/read-policy.ts';
import type { FindingOf } from '../verdict/finding.ts';
import { renderPolicy } from './render-policy.ts';
import { systemReason } from './system-reason.ts';

export interface InitOptions {
  readonly root: string;
  readonly path?: string;
  /** Overrides the language that the files of the project suggest. */
  readonly language?: string;
  readonly force?: boolean;
}

export interface InitResult {
  readonly path: string;
  readonly language: DetectedLanguage;
  readonly domains: DetectedProject['domains'];
  readonly defaultMinimum: number;
}

export type InitProblem = FindingOf<
  'OP_CONFIG_EXISTS' | 'OP_DETECT_FAILED' | 'OP_FILE_WRITE_FAILED' | 'OP_INVALID_PATH'
>;

/** Writes a commented policy for the project. */
export const writeInit = async (options: InitOptions): Promise<InitResult | InitProblem> => {
  const { root, language, force = false } = options;
  const existing = options.path === undefined ? await existingPolicy(root) : undefined;
  const path = options.path ?? existing ?? policyNames[0];
  const place = await judgePath(root, path, { type: 'file', extensions: ['.yaml', '.yml'] });
  if (!place.ok) return { code: 'OP_INVALID_PATH', details: { path, reason: place.reason } };
  if (await gitOwns(root, place.path.relative)) {
    return { code: 'OP_INVALID_PATH', details: { path, reason: gitReason } };
  }
  const there = await place.path.stat().then(
    () => true,
    () => false,
  );
  if (there && !force) return { code: 'OP_CONFIG_EXISTS', details: { path } };
  const project = await detectProject(root, language);
  if (!project) {
    const markers = Object.values(languageMarkers).flat();
    return { code: 'OP_DETECT_FAILED', details: { languages: [...detectedLanguages], markers } };
  }
  try {
    await place.path.mkdirParent();
    await place.path.writeFile(renderPolicy(project));
  } catch (error) {
    return { code: 'OP_FILE_WRITE_FAILED', details: { path, reason: systemReason(error) } };
  }
  return { path, ...project, defaultMinimum: builtInMinimum };
};

const existingPolicy = async (root: string): Promise<string | undefined> => {
  const files = filesOfRoot(root);
  for (const name of policyNames) if ((await files.read(name)) !== undefined) return name;
  return undefined;
};
