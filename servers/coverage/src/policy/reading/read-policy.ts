import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Policy } from '../policy.ts';
import { builtInPolicy } from './built-in-policy.ts';
import { buildPolicy } from './build-policy.ts';
import { mergeDrafts } from './merge-drafts.ts';
import { policyFields } from './policy-fields.ts';
import type { PolicyDraft } from './policy-fields.ts';
import { filesOfRoot } from './policy-files.ts';
import type { PolicyFiles } from './policy-files.ts';
import { placeFindings } from './policy-problem.ts';
import type { PolicyProblem } from './policy-problem.ts';
import { readModule } from './read-module.ts';
import { parseTree } from './tree.ts';
import type { Finding } from './tree.ts';

/** The names of a policy file, in the order in which they are looked for. */
export const policyNames = ['.coverctl.yaml', '.coverctl.yml', 'coverctl.yaml', 'coverctl.yml'] as const;

export interface ReadPolicyOptions {
  readonly root: string;
  /** From the root down; without it the usual names are looked for in the root, and nowhere else. */
  readonly path?: string;
}

/**
 * Reads the policy of the project, or lists all its problems. Without a file the built-in rules apply, and the source
 * says so.
 */
export const readPolicy = ({ root, path }: ReadPolicyOptions): Promise<Policy | readonly PolicyProblem[]> =>
  readPolicyFrom(filesOfRoot(root), { root, ...(path !== undefined && { path }) });

export const isPolicyProblems = (answer: Policy | readonly PolicyProblem[]): answer is readonly PolicyProblem[] =>
  Array.isArray(answer);

/** The same from elsewhere, such as a commit. The root is only looked at for the built-in rules. */
export const readPolicyFrom = async (
  files: PolicyFiles,
  { root, path: given }: ReadPolicyOptions,
): Promise<Policy | readonly PolicyProblem[]> => {
  const name = given ?? (await findName(files));
  if (name === undefined) return builtInPolicy(root, files);
  const chain = await readChain(files, path.posix.normalize(name));
  if (chain.problems.length > 0) return chain.problems;
  const draft = chain.drafts.reduceRight((parent, child) => mergeDrafts(parent, child), {});
  const [first = name] = chain.names;
  return buildPolicy(draft, await readModule(files), { path: first, files: chain.names, digest: digestOf(chain) });
};

const findName = async (files: PolicyFiles): Promise<string | undefined> => {
  for (const name of policyNames) if ((await files.read(name)) !== undefined) return name;
  return undefined;
};

interface Chain {
  /** From the first file to the one that extends nothing. */
  readonly names: string[];
  readonly texts: string[];
  readonly drafts: PolicyDraft[];
  readonly problems: PolicyProblem[];
}

const longestChain = 8;

const readChain = async (files: PolicyFiles, first: string): Promise<Chain> => {
  const chain: Chain = { names: [], texts: [], drafts: [], problems: [] };
  let next: string | undefined = first;
  while (next !== undefined) next = await readLink(files, next, chain);
  return chain;
};

/** Reads one file of the chain and answers with the next. */
const readLink = async (files: PolicyFiles, name: string, chain: Chain): Promise<string | undefined> => {
  const answer = await files.read(name);
  if (answer === undefined || 'reason' in answer) {
    chain.problems.push(unreadable(name, answer?.reason, chain));
    return undefined;
  }
  const text = answer.text.replace(/^\uFEFF/, '');
  const findings: Finding[] = [];
  const draft = readDraft(text, findings);
  const parent = draft && nextName(name, draft, chain.names, text, findings);
  chain.names.push(name);
  chain.texts.push(text);
  chain.problems.push(...placeFindings(name, text, findings));
  chain.drafts.push(draft ?? {});
  return parent;
};

const readDraft = (text: string, findings: Finding[]): PolicyDraft | undefined => {
  const { root, findings: syntax } = parseTree(text);
  findings.push(...syntax);
  return root && policyFields(root, '', (finding) => findings.push(finding));
};

const nextName = (
  name: string,
  draft: PolicyDraft,
  before: readonly string[],
  text: string,
  findings: Finding[],
): string | undefined => {
  const parent = draft.extends;
  if (parent === undefined) return undefined;
  const resolved = path.posix.join(path.posix.dirname(name), parent);
  const refuse = (reason: string): undefined => {
    findings.push({ offset: Math.max(0, text.search(/^extends\s*:/m)), key: 'extends', reason: `'extends' ${reason}` });
  };
  if (/^[/~]|^[A-Za-z]:|\\/.test(parent) || resolved.startsWith('../')) return refuse('must stay inside the project');
  if (resolved === name || before.includes(resolved)) return refuse('creates a cycle');
  return before.length + 1 >= longestChain ? refuse(`forms a chain of more than ${longestChain} files`) : resolved;
};

/** A file that was asked for and does not exist is another problem than one that another file names. */
const unreadable = (name: string, reason: string | undefined, { names }: Chain): PolicyProblem => {
  const from = names.at(-1);
  if (from === undefined && reason === undefined)
    return { code: 'OP_CONFIG_MISSING', path: name, reason: 'nothing is there' };
  if (from === undefined) return { code: 'OP_CONFIG_INVALID', path: name, reason: reason ?? '' };
  return {
    code: 'OP_CONFIG_INVALID',
    path: from,
    key: 'extends',
    reason: `'extends' names '${name}': ${reason ?? 'there is no such file'}`,
  };
};

const digestOf = ({ names, texts }: Chain): string =>
  createHash('sha256')
    .update(JSON.stringify(names.map((name, index) => [name, texts[index]])))
    .digest('hex');
