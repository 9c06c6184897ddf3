import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import type { HostileCase } from '../case.ts';
import { asPlanned, place } from '../judge.ts';
import type { BuiltProject } from '../projects/build.ts';
import type { Answer, ServedProject } from '../serve.ts';
import { detailsOf, stepFor } from './rules.ts';

export interface FollowContext {
  readonly served: ServedProject;
  /** The same project as the operator serves it with --mode ci; started when it is first needed. */
  readonly operator: () => Promise<ServedProject>;
  readonly project: BuiltProject;
}

/** Refusals that are not about the input: the address for comments does not answer. */
const otherReasons: ReadonlySet<string> = new Set(['OP_PROVIDER_ERROR']);
/** A call with several mistakes may get one refusal for each. */
const mostSteps = 12;
let pullRequests = 1000;

/** Follows the advice of each refusal literally until the call is accepted. Returns the reason if that fails. */
export const follow = async (given: HostileCase, context: FollowContext): Promise<string | undefined> => {
  const restores: (() => void)[] = [];
  try {
    return await followOn(given, context, restores);
  } finally {
    for (const restore of restores.toReversed()) restore();
  }
};

const followOn = async (
  given: HostileCase,
  { served, operator, project }: FollowContext,
  restores: (() => void)[],
): Promise<string | undefined> => {
  let [tool, input, server] = [given.tool, place(given.input, project), served];
  const said: string[] = [];
  for (let step = 0; step < mostSteps; step += 1) {
    const answer = await server.call(tool, asPlanned(tool, distinct(tool, input)));
    if (!answer.isError || otherReasons.has(answer.code ?? '')) return undefined;
    const remediation = String(answer.value['remediation']);
    said.push(`${answer.code}: ${remediation}`);
    const next = stepFor(remediation, { tool, input, project: given.project, details: detailsOf(answer.value) });
    if (!next) return `nobody can follow: ${said.join(' → ')}`;
    if (next.asOperator === true) {
      if (server !== served) return `the operator is refused too: ${said.join(' → ')}`;
      server = await operator();
    } else if (next.mend) restores.push(mend(path.join(project.root, next.mend.path), next.mend.text));
    else if (isSame(next, { tool, input })) return `following changes nothing: ${said.join(' → ')}`;
    [tool, input] = [next.tool, next.input];
  }
  return `never accepted: ${said.join(' → ')}`;
};

/** Comments on one pull request are counted, which is not what is asked here. */
const distinct = (tool: string, input: JsonObject): JsonObject =>
  tool === 'pr-comment' && input['prNumber'] === 1 ? { ...input, prNumber: (pullRequests += 1) } : input;

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Writes a file, and says how to put the old one back. */
const mend = (file: string, text: string): (() => void) => {
  const before = existsSync(file) ? readFileSync(file) : undefined;
  writeFileSync(file, text);
  return () => before && writeFileSync(file, before);
};

/** The wording of an advice, without the names and values of one call. */
export const formOf = ({ code, value }: Answer): string =>
  `${code} ${String(value['remediation'])
    .replaceAll(/\[\d+\]/g, '[]')
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/U\+[0-9A-F]+/g, 'U+')}`;
