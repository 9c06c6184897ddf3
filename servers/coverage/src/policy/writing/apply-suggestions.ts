import { isDeepStrictEqual } from 'node:util';
import { judgePath } from '@recourse/engine/untrusted-values';
import type { SafePath } from '@recourse/engine/untrusted-values';
import { gitOwns, gitReason } from '../../git/index.ts';
import type { Suggestion } from '../advice/suggest.ts';
import type { Policy } from '../policy.ts';
import type { PolicyProblem } from '../reading/policy-problem.ts';
import { isPolicyProblems, readPolicy, readPolicyFrom } from '../reading/read-policy.ts';
import { filesOfRoot } from '../reading/policy-files.ts';
import type { FindingOf } from '../verdict/finding.ts';
import { editMinimums, hasDomain } from './edit-minimums.ts';
import { systemReason } from './system-reason.ts';

export interface Applied {
  /** The raised minimums, in the order of the suggestions. */
  readonly raised: readonly { readonly domain: string; readonly from: number; readonly to: number }[];
  /** The files that were written. */
  readonly files: readonly string[];
}

export type ApplyProblem = FindingOf<
  'OP_CONFIG_MISSING' | 'OP_CONFIG_INVALID' | 'OP_FILE_WRITE_FAILED' | 'OP_INVALID_PATH'
>;

/**
 * Writes suggested minimums into the policy. Only those that raise one are written, comments and form stay, and each
 * file is the old one or the new one at any moment.
 */
export const applySuggestions = async (
  { root, path }: { readonly root: string; readonly path?: string },
  suggestions: readonly Suggestion[],
): Promise<Applied | ApplyProblem> => {
  const policy = await readPolicy({ root, ...(path !== undefined && { path }) });
  if (isPolicyProblems(policy)) return asFinding(policy);
  const raises = suggestions.flatMap(({ domain, suggestedMin }) => {
    const from = policy.domains.find(({ name }) => name === domain)?.minimum;
    return from !== undefined && suggestedMin > from && suggestedMin <= 100 ? [{ domain, from, to: suggestedMin }] : [];
  });
  if (policy.source.path === undefined)
    return { code: 'OP_CONFIG_MISSING', details: { path: path ?? '.coverctl.yaml' } };
  if (raises.length === 0) return { raised: [], files: [] };
  const edits = await planEdits(root, policy, new Map(raises.map(({ domain, to }) => [domain, to])));
  if ('code' in edits) return edits;
  for (const edit of edits) {
    const problem = await writeEdit(edit);
    if (problem) return problem;
  }
  return { raised: raises, files: edits.map(({ file }) => file.relative) };
};

const asFinding = ([first]: readonly PolicyProblem[]): ApplyProblem => {
  if (!first) throw new TypeError('An unreadable policy must have a problem');
  const { code, path, line, column, key, reason } = first;
  if (code === 'OP_CONFIG_MISSING') return { code, details: { path } };
  return { code, details: { path, line, column, key, reason } };
};

interface Edit {
  readonly file: SafePath;
  readonly before: string;
  readonly after: string;
}

/** Plans the edits and reads the result again: only the minimums may differ. */
const planEdits = async (
  root: string,
  policy: Policy,
  minimums: ReadonlyMap<string, number>,
): Promise<readonly Edit[] | ApplyProblem> => {
  const left = new Map(minimums);
  const edits: Edit[] = [];
  for (const name of policy.source.files) {
    const place = await judgePath(root, name, { type: 'file', mustExist: true });
    if (!place.ok) return { code: 'OP_CONFIG_INVALID', details: { path: name, reason: place.reason } };
    const before = await place.path.readText();
    const here = new Map([...left].filter(([domain]) => hasDomain(before, domain)));
    if (here.size === 0) continue;
    const after = editMinimums(before, here);
    if (after === undefined) return notInPlace(name);
    if (await gitOwns(root, place.path.relative)) {
      return { code: 'OP_INVALID_PATH', details: { path: name, reason: gitReason } };
    }
    for (const domain of here.keys()) left.delete(domain);
    edits.push({ file: place.path, before, after });
  }
  const fits = left.size === 0 && (await isAsMeant(root, policy, edits, minimums));
  return fits ? edits : notInPlace(policy.source.path ?? '');
};

const notInPlace = (path: string): ApplyProblem => ({
  code: 'OP_CONFIG_INVALID',
  details: {
    path,
    key: 'policy.domains',
    reason: "the 'min' of a domain cannot be edited automatically in this YAML; raise it by hand",
  },
});

const isAsMeant = async (
  root: string,
  policy: Policy,
  edits: readonly Edit[],
  minimums: ReadonlyMap<string, number>,
): Promise<boolean> => {
  const files = filesOfRoot(root);
  const edited = new Map(edits.map(({ file, after }) => [file.relative, after]));
  const read = async (name: string): ReturnType<typeof files.read> => {
    const text = edited.get(name);
    return text === undefined ? files.read(name) : { text };
  };
  const { path } = policy.source;
  const changed = await readPolicyFrom({ read }, { root, ...(path !== undefined && { path }) });
  if (isPolicyProblems(changed)) return false;
  const domains = policy.domains.map((domain) => {
    const minimum = minimums.get(domain.name);
    return minimum === undefined ? domain : { ...domain, minimum, inherited: false };
  });
  return isDeepStrictEqual({ ...changed, source: undefined }, { ...policy, domains, source: undefined });
};

/** Writes an edit, unless the file has changed since it was read. */
const writeEdit = async ({ file, before, after }: Edit): Promise<ApplyProblem | undefined> => {
  try {
    if ((await file.readText()) !== before) {
      return {
        code: 'OP_FILE_WRITE_FAILED',
        details: { path: file.relative, reason: 'it has changed since it was read' },
      };
    }
    await file.writeFile(after);
    return undefined;
  } catch (error) {
    return { code: 'OP_FILE_WRITE_FAILED', details: { path: file.relative, reason: systemReason(error) } };
  }
};
