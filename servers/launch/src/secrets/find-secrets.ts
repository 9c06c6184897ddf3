import { secretPatterns } from './secret-patterns.ts';

/** A string that looks like a secret, and where it starts. */
export interface FoundSecret {
  readonly kind: string;
  readonly text: string;
  readonly index: number;
}

/** Values that stand for a secret in documentation. */
const example = /example|your|xxxx|\.\.\.|<|\{|placeholder|changeme|user:pass|username:password/iu;
/** Long values contain such a word by chance. */
const exampleWithin = 200;

/** Finds all strings in a file that look like secrets, by kind. */
export const findSecrets = (text: string): readonly FoundSecret[] =>
  Object.entries(secretPatterns).flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)]
      .map(({ 0: found, index }) => ({ kind, text: found, index }))
      .filter((secret) => !example.test(secret.text.slice(0, exampleWithin))),
  );
