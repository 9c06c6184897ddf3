import type { FoundIssue } from '@recourse/runs';
import type { FrontMatterContract } from '../../artifacts.ts';
import { readFrontMatter } from '../../markdown/read-front-matter.ts';
import { splitPage } from '../../markdown/split-page.ts';
import { lookAtPages } from '../define-gate.ts';
import type { GateDefinition } from '../define-gate.ts';
import type { TouchedPage } from '../scene.ts';
import { fitsType } from './value-types.ts';
import { issueCodes } from '../issue-codes.ts';

type Rules = Readonly<Record<string, { readonly type: string }>>;

/** Checks that front matter can be read and has the keys that the pages of its section have. */
export const frontMatterGate: GateDefinition = {
  name: 'frontmatter',
  needs: ['frontmatter_contract.json'],
  limits: { local: 60, ci: 120, prod: 120 },
  look: async (scene) => {
    const contract = await scene.artifacts.json<FrontMatterContract>('frontmatter_contract.json');
    return { issues: await lookAtPages(scene, (page) => checkFrontMatter(page, contract)) };
  },
};

/** The keys that a page must have, and the types of those that it may have. */
export const rulesOf = ({ section }: Pick<TouchedPage, 'section'>, contract: FrontMatterContract) => {
  const rules = section && contract.sections[section];
  const required: Rules = { title: { type: 'string' }, ...rules?.required };
  return { required, known: { ...rules?.optional, ...required } as Rules };
};

const checkFrontMatter = (page: TouchedPage, contract: FrontMatterContract): readonly FoundIssue[] => {
  const { path, text } = page;
  const { values, problem, ...place } = readFrontMatter(text) as { line?: number } & ReturnType<typeof readFrontMatter>;
  if (problem !== undefined) {
    const message = `The front matter of '${path}' cannot be read: ${problem}`;
    return [{ code: issueCodes.frontmatterInvalidYaml, severity: 'blocker', message, path, line: place.line ?? 1 }];
  }
  if (splitPage(text).format === 'none') {
    return [
      {
        code: issueCodes.frontmatterMissing,
        severity: 'blocker',
        message: `'${path}' has no front matter`,
        path,
        line: 1,
      },
    ];
  }
  const { required, known } = rulesOf(page, contract);
  const missing = Object.keys(required)
    .filter((key) => values[key] === undefined || values[key] === null)
    .map((key): FoundIssue => ({
      code: issueCodes.frontmatterRequiredFieldMissing,
      severity: 'blocker',
      message: `The front matter of '${path}' has no '${key}', which the pages of its section require`,
      path,
      line: 1,
      rule: key,
    }));
  const mismatched = Object.entries(known).flatMap(([key, { type }]): FoundIssue[] => {
    const value = values[key];
    if (value === undefined || value === null || fitsType(value, type)) return [];
    const message = `'${key}' in the front matter of '${path}' must be ${type === 'unknown' ? 'set' : `a value of type ${type}`}`;
    return [{ code: issueCodes.frontmatterTypeMismatch, severity: 'error', message, path, line: 1, rule: key }];
  });
  return [...missing, ...mismatched];
};
