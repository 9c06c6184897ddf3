import { findSimilar } from '@recourse/contract';
import type { Node } from 'jsonc-parser';
import type { z } from 'zod';
import { looksSecret } from '../redaction/secret-keys.ts';
import type { Finding } from './configuration-problem.ts';
import { keyOffset, nodeAt, toPointer, valueOffset } from './configuration-tree.ts';
import type { Steps } from './configuration-tree.ts';
import { keysAt, placesOf } from './known-keys.ts';

/** Describes the issues that zod found to the operator, with the nearest valid name. */
export const valueFindings = (issues: readonly z.core.$ZodIssue[], root: Node): readonly Finding[] =>
  issues.flatMap((issue) => {
    const steps = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(root, steps, key));
    const offset = valueOffset(root, steps);
    return [{ offset, path: toPointer(steps), ...describe(issue, nodeAt(root, steps)) }];
  });

/** Where secrets of the store are kept instead. */
const secretVariables: Readonly<Record<string, string>> = {
  '/store/key': 'RECOURSE_KEY',
  '/store/password': 'RECOURSE_DATABASE_URL',
};

const unknownKey = (root: Node, steps: Steps, key: string): Finding => {
  const known = keysAt(steps);
  const nearest = findSimilar(key, known, { most: 1 })[0]?.ref;
  const path = toPointer([...steps, key]);
  const advise = (): string => {
    const variable = secretVariables[path];
    if (variable !== undefined) return `secrets are not allowed in this file; put this one in ${variable}`;
    if (looksSecret(key)) return 'secrets are not allowed in this file; put them in environment variables';
    if (nearest !== undefined) return `did you mean '${nearest}'?`;
    const [place] = placesOf(key);
    return place === undefined ? `known keys: ${known.join(', ')}` : `it belongs under ${place}`;
  };
  return {
    offset: keyOffset(root, [...steps, key]),
    path,
    message: `unknown key '${clip(key)}'; ${advise()}`,
    ...(nearest !== undefined && { nearest: String(nearest) }),
  };
};

const describe = (issue: z.core.$ZodIssue, node: Node | undefined): Pick<Finding, 'message' | 'nearest'> => {
  if (issue.code === 'invalid_type') {
    const expected = names[issue.expected] ?? issue.expected;
    return { message: node ? `expects ${expected}, not ${received(node)}` : `is missing; it expects ${expected}` };
  }
  if (issue.code === 'invalid_value') return wrongChoice(issue.values.map(String), node);
  const hasLength = 'origin' in issue && (issue.origin === 'string' || issue.origin === 'array');
  if (issue.code === 'too_small')
    return {
      message: hasLength
        ? `is too short; the minimum length is ${issue.minimum}`
        : `is too small; at least ${issue.minimum} is needed`,
    };
  if (issue.code === 'too_big')
    return {
      message: hasLength
        ? `is too long; the maximum length is ${issue.maximum}`
        : `is too large; at most ${issue.maximum} is allowed`,
    };
  return { message: issue.message };
};

const names: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
};

const wrongChoice = (values: readonly string[], node: Node | undefined): Pick<Finding, 'message' | 'nearest'> => {
  const nearest = typeof node?.value === 'string' ? findSimilar(node.value, values, { most: 1 })[0]?.ref : undefined;
  const got = node ? `, not ${received(node)}` : '';
  const advice = nearest === undefined ? '' : `; did you mean '${nearest}'?`;
  return {
    message: `expects one of ${values.join(', ')}${got}${advice}`,
    ...(nearest !== undefined && { nearest: String(nearest) }),
  };
};

/** Short strings are repeated, because that makes a typing error easy to see; long ones may contain anything. */
const received = (node: Node): string => {
  if (node.type === 'string') return String(node.value).length <= 40 ? `'${String(node.value)}'` : 'a string';
  if (node.type === 'array') return 'a list';
  return node.type === 'object' ? 'an object' : String(node.value);
};

const clip = (key: string): string => (key.length > 60 ? `${key.slice(0, 60)}…` : key);
