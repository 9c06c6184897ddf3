import { readFileSync } from 'node:fs';
import type { Claim } from '../../artifacts.ts';
import { createClaim } from '../../claims/create-claim.ts';
import { readSentences } from '../../markdown/read-sentences.ts';
import { judgeSentence } from '../judge-sentence.ts';
import type { Verdict } from '../judge-sentence.ts';

export type Label = Verdict['verdict'];

interface GivenClaim extends Omit<Claim, 'id' | 'sha256'> {
  /** The cited lines where the claim was read; defaults to those of the pinned version. */
  readonly lines_then?: readonly string[];
  /** A part of the file at the pinned version; null if the file is gone. */
  readonly pinned: { readonly first_line: number; readonly lines: readonly string[] } | null;
}

export interface YardstickSentence {
  readonly id: string;
  readonly product: string;
  readonly origin: 'product' | 'answer';
  readonly answer?: string;
  readonly held_out: boolean;
  readonly label: Label;
  readonly wrong_citation: boolean;
  readonly sentence: string;
  readonly phrase?: { readonly name: string; readonly values: Readonly<Record<string, string>> };
  readonly unknown_claims?: readonly string[];
  readonly claims: readonly GivenClaim[];
}

/** The names of the products. */
const names: Readonly<Record<string, readonly string[]>> = {
  immer: ['Immer'],
  'gyp-next': ['gyp-next', 'GYP'],
  uuid: ['uuid'],
};

const read = <Value>(name: string): Value =>
  JSON.parse(readFileSync(new URL(`../yardstick/${name}`, import.meta.url), 'utf8')) as Value;

export const readYardstick = (name: string): readonly YardstickSentence[] =>
  read<{ readonly sentences: readonly YardstickSentence[] }>(name).sentences;

export const readAnswers = (): readonly { readonly id: string; readonly answer: string }[] => read('answers.json');

/** Judges a sentence of the yardstick, as the gate would. */
export const judgeYardstick = (given: YardstickSentence): Verdict => {
  const files = new Map<string, string[]>();
  for (const { source, pinned } of given.claims) {
    if (!pinned) continue;
    const lines = files.get(source.path) ?? [];
    place(lines, pinned.first_line, pinned.lines);
    files.set(source.path, lines);
  }
  const claims = given.claims.map(({ kind, subject, text: words, source, lines_then }) => {
    const then: string[] = [];
    if (lines_then) place(then, source.start_line, lines_then);
    const claim = { kind, ...(subject !== undefined && { subject }), text: words, source };
    return createClaim(claim, lines_then ? then : (files.get(source.path) ?? []));
  });
  const [sentence, ...others] = readSentences(given.sentence);
  if (!sentence || others.length > 0) throw new Error(`${given.id} is not one sentence`);
  const { text } = sentence;
  const ids = [...claims.map(({ id }) => id), ...(given.unknown_claims ?? [])];
  return judgeSentence(
    sentence,
    { text, claims: ids, ...(given.phrase && { phrase: given.phrase }) },
    {
      claims: new Map(claims.map((claim) => [claim.id, claim])),
      linesOf: (path) => files.get(path),
      names: names[given.product] ?? [],
      known: new Set(),
      templates: {},
    },
  );
};

/** Puts lines into a file, whose other lines are empty. */
const place = (file: string[], first: number, lines: readonly string[]): void => {
  while (file.length < first - 1 + lines.length) file.push('');
  for (const [index, line] of lines.entries()) file[first - 1 + index] = line;
};
