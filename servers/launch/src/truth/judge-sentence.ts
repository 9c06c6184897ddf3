import type { CitedSentence, Claim } from '../artifacts.ts';
import type { Sentence } from '../markdown/read-sentences.ts';
import { isBoilerplate } from './check-boilerplate.ts';
import { checkModality } from './checks/check-modality.ts';
import { checkNumbers } from './checks/check-numbers.ts';
import { checkOpposites } from './checks/check-opposites.ts';
import { checkPolarity } from './checks/check-polarity.ts';
import { checkRelations } from './checks/check-relations.ts';
import { checkWords, overlapOf, tellingWords } from './checks/check-words.ts';
import type { Fault } from './checks/fault.ts';
import { findUnknownName } from './checks/check-names.ts';
import { citedLines, isCurrent } from './find-lines.ts';
import type { Grounds } from './grounds.ts';
import { readClaim, readEvidence } from './reading/read-evidence.ts';
import type { Evidence } from './reading/read-evidence.ts';
import { readStatement } from './reading/read-statement.ts';

/** The verdict about a sentence, with one sentence that names the word at fault. */
export interface Verdict {
  readonly verdict: 'backed' | 'uncited' | 'unbacked' | 'contradicted' | 'stale';
  readonly reason: string;
}

/** The part of a sentence that is judged. */
export type Judged = Pick<Sentence, 'text' | 'codes' | 'urls'>;

/** Longer sentences are not judged. People do not write them. */
const mostCharacters = 2000;
const mostClaims = 20;
/** A claim that has fewer of the sentence's words is about something else and contradicts nothing. */
const leastOverlap = 0.5;

/** Judges whether a sentence follows from what it cites. Uses no model: equal arguments give equal verdicts. */
export const judgeSentence = (sentence: Judged, citation: CitedSentence | undefined, grounds: Grounds): Verdict => {
  const { text } = sentence;
  if (text.length > mostCharacters)
    return { verdict: 'unbacked', reason: `The sentence has more than ${mostCharacters} characters.` };
  const statement = readStatement(text, sentence.codes, namesPattern(grounds.names));
  if (citation?.phrase && isBoilerplate(text, citation.phrase, grounds))
    return { verdict: 'backed', reason: `It is the phrase '${citation.phrase.name}'.` };
  const ids = citation?.claims ?? [];
  if (ids.length === 0) {
    if (statement.tokens.length === 0 && sentence.urls.length === 0)
      return { verdict: 'backed', reason: 'It contains only the name of the product.' };
    if (!citation?.phrase) return { verdict: 'uncited', reason: 'The sentence cites no claim.' };
    return { verdict: 'uncited', reason: `The sentence does not match the phrase '${citation.phrase.name}'.` };
  }
  if (ids.length > mostClaims)
    return { verdict: 'unbacked', reason: `The sentence cites more than ${mostClaims} claims.` };
  const unknown = ids.find((id) => !grounds.claims.has(id));
  if (unknown !== undefined)
    return { verdict: 'uncited', reason: `The sentence cites '${unknown}', which is not in the evidence.` };
  const claims = ids.flatMap((id) => grounds.claims.get(id) ?? []);
  const gone = claims.find((claim) => !isCurrent(claim, grounds.linesOf));
  if (gone) return { verdict: 'stale', reason: staleReason(gone) };
  const lines = claims.map((claim) => citedLines(claim, grounds.linesOf)).join('\n');
  const evidence = readEvidence(claims.map(readClaim), lines);
  const fault = isQuotation(text, evidence)
    ? findUnknownUrl(sentence.urls, evidence)
    : findFault(statement, sentence.urls, evidence);
  if (fault) return { verdict: fault.kind, reason: reasonOf(fault) };
  return { verdict: 'backed', reason: 'Every word of the sentence is backed by its claims.' };
};

/** Whether a claim has the same words. They say the same, however they are read; their links may still differ. */
const isQuotation = (text: string, { claims }: Evidence): boolean =>
  claims.some(({ claim }) => plain(claim.text) === plain(text));

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\s+/gu, ' ')
    .replace(/[\s.:!?]+$/u, '');

const findUnknownUrl = (urls: readonly string[], evidence: Evidence): Fault | undefined => {
  const url = findUnknownName({ codes: [], urls: [] }, urls, evidence);
  return url === undefined ? undefined : { kind: 'unbacked', word: url };
};

const findFault = (
  statement: ReturnType<typeof readStatement>,
  urls: readonly string[],
  evidence: Evidence,
): Fault | undefined => {
  const name = findUnknownName(statement, urls, evidence);
  if (name !== undefined) return { kind: 'unbacked', word: name };
  const bounds = new Set(statement.quantities.flatMap(({ boundAt }) => boundAt));
  const words = tellingWords(statement, bounds);
  const [nearest] = [...evidence.claims].sort((one, other) => overlapOf(words, other) - overlapOf(words, one));
  if (!nearest) return undefined;
  const isAbout = overlapOf(words, nearest) >= leastOverlap;
  const relations = isAbout ? checkRelations(statement, nearest) : { settled: new Set<number>() };
  const settled = new Set([...bounds, ...relations.settled]);
  const faults = [
    checkNumbers(statement, evidence),
    'fault' in relations ? relations.fault : undefined,
    checkOpposites(statement, nearest, evidence, settled),
    checkPolarity(statement, nearest, evidence),
    checkModality(statement, nearest),
    checkWords(tellingWords(statement, settled), evidence, statement),
  ].filter((fault) => fault !== undefined);
  const contradiction = isAbout ? faults.find(({ kind }) => kind === 'contradicted') : undefined;
  const [first] = faults;
  return contradiction ?? (first && { ...first, kind: 'unbacked' });
};

/** The names as they are spelt, and with a small first letter. */
const namesPattern = (names: readonly string[]): RegExp | undefined => {
  const spelt = names.flatMap((name) =>
    name.trim() === '' ? [] : [name, name.charAt(0).toLowerCase() + name.slice(1)],
  );
  if (spelt.length === 0) return undefined;
  const escaped = spelt.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`));
  return new RegExp(String.raw`(?<=^|[\s("“‘'])(?:${escaped.join('|')})(?:['’]s)?(?=[\s,;:.!?)"”’']|$)`, 'gu');
};

const reasonOf = ({ kind, word, instead }: Fault): string => {
  if (kind === 'unbacked') return `No cited claim supports '${word}'.`;
  if (instead === undefined) return `The sentence says '${word}', but a cited claim says the opposite.`;
  return `The sentence says '${word}', but a cited claim says '${instead}'.`;
};

const shown = 80;

const staleReason = ({ text, source: { path, start_line, end_line } }: Claim): string => {
  const place = start_line === end_line ? `${path}:${start_line}` : `${path}:${start_line}-${end_line}`;
  return `${place} no longer contains '${text.length > shown ? `${text.slice(0, shown)}…` : text}'.`;
};
