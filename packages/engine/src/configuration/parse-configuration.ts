import path from 'node:path';
import { isJsonObject } from '@recourse/contract';
import { getNodeValue } from 'jsonc-parser';
import type { Node } from 'jsonc-parser';
import { completeConfiguration } from './complete-configuration.ts';
import { placeFindings } from './configuration-problem.ts';
import type { ConfigurationProblem, Finding } from './configuration-problem.ts';
import { configurationSchema } from './configuration-schema.ts';
import type { ConfigurationFile } from './configuration-schema.ts';
import type { Configuration } from './configuration.ts';
import { ruleFindings } from './rule-findings.ts';
import { secretFindings } from './secret-findings.ts';
import { readTree } from './syntax-findings.ts';
import { valueFindings } from './value-findings.ts';

export type ParsedConfiguration =
  | { readonly ok: true; readonly configuration: Configuration }
  | { readonly ok: false; readonly problems: readonly ConfigurationProblem[] };

export interface ParseOptions {
  /** The names of tools and operations, where they are known: a rule for any other is a problem. */
  readonly tools?: readonly string[];
}

const mostCharacters = 1_048_576;

/** Reads the operator's file: returns a configuration, or all problems. It never throws and repeats no secret. */
export const parseConfiguration = (
  given: string,
  fileName: string,
  options: ParseOptions = {},
): ParsedConfiguration => {
  const text = given.replace(/^\uFEFF/, '');
  const refuse = (findings: readonly Finding[]): ParsedConfiguration => ({
    ok: false,
    problems: placeFindings(findings, text, fileName),
  });
  if (text.length > mostCharacters) return refuse([{ offset: 0, path: '', message: 'the file is larger than 1 MiB' }]);
  const { root, findings, intact } = readSafely(text);
  if (!root || !intact) return refuse(findings);
  const secrets = secretFindings(root);
  const value: unknown = getNodeValue(root);
  const parsed = configurationSchema.safeParse(value);
  const others = [
    ...valueFindings(parsed.error?.issues ?? [], root),
    ...ruleFindings(parsed.data ?? validSections(value), root, options.tools),
  ];
  const all = [
    ...findings,
    ...secrets,
    ...others.filter(({ path }) => !secrets.some((secret) => secret.path === path)),
  ];
  if (!parsed.success || all.length > 0) return refuse(all);
  return { ok: true, configuration: completeConfiguration(parsed.data, path.dirname(fileName)) };
};

/** Keeps the valid sections of an invalid file, so that the mistakes inside them are reported at the same time. */
const validSections = (value: unknown): ConfigurationFile => {
  if (!isJsonObject(value)) return {};
  const { policy, quotas, timeouts, store } = configurationSchema.shape;
  const valid = {
    policy: policy.safeParse(value['policy']).data,
    quotas: quotas.safeParse(value['quotas']).data,
    timeouts: timeouts.safeParse(value['timeouts']).data,
    store: store.safeParse(value['store']).data,
  };
  return {
    ...(valid.policy && { policy: valid.policy }),
    ...(valid.quotas && { quotas: valid.quotas }),
    ...(valid.timeouts && { timeouts: valid.timeouts }),
    ...(valid.store && { store: valid.store }),
  };
};

/** A file of brackets alone nests deeper than the parser can follow. */
const readSafely = (text: string): ReturnType<typeof readTree> & { readonly root?: Node } => {
  try {
    return readTree(text);
  } catch {
    return { findings: [{ offset: 0, path: '', message: 'the file is nested too deeply' }], intact: false };
  }
};
