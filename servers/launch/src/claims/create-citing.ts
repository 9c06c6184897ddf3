import type { CitedSentence, Claim, EvidenceMap } from '../artifacts.ts';
import { readSentences } from '../markdown/read-sentences.ts';
import { wordsOf } from './locate-sentence.ts';
import { say } from './phrases.ts';
import type { PhraseName, PhraseValues } from './phrases.ts';

/** The citations of one page: each part names its phrases and the facts that it repeats. */
export interface Citing {
  /** Writes a phrase, and records it with the claims that its values come from. */
  readonly say: (name: PhraseName, values?: PhraseValues, claims?: readonly Claim[]) => string;
  /** Records that a template of the site has a sentence. */
  readonly template: (name: string, text: string, values: PhraseValues) => void;
  /** Records that the page repeats claims, and may do so in other words that mean the same. */
  readonly quote: (claims: readonly Claim[], text?: string) => void;
  /** The citation of each sentence of the page. A sentence that rests on nothing has none. */
  readonly cite: (page: string) => CitedSentence[];
}

const mostClaims = 20;

export const createCiting = (): Citing => {
  const phrases = new Map<string, Omit<CitedSentence, 'text'>>();
  const claims = new Map<string, string[]>();
  const quoted = new Map<string, readonly string[]>();
  const note = (text: string, ids: readonly string[]): void => {
    const known = claims.get(keyOf(text)) ?? [];
    claims.set(keyOf(text), [...new Set([...known, ...ids])].slice(0, mostClaims));
  };
  const find = (text: string): Omit<CitedSentence, 'text'> | undefined => {
    const phrase = phrases.get(oneLine(text));
    if (phrase) return phrase;
    const ids = claims.get(keyOf(text)) ?? claims.get(keyOf(text.replace(/ \(\d+\)$/, '')));
    if (ids) return { claims: ids };
    // A sentence that was cut, or that is part of a longer one.
    const part = ` ${wordsOf(text.replace(/…$/, '').replace(/\S*…$/, '')).join(' ')} `;
    const holder = [...quoted].find(([, words]) => ` ${words.join(' ')} `.includes(part));
    return holder && part.trim() !== '' ? { claims: [holder[0]] } : undefined;
  };
  return {
    say: (name, values = {}, from = []) => {
      const text = say(name, values);
      phrases.set(oneLine(text), { claims: from.map(({ id }) => id), phrase: { name, values } });
      return text;
    },
    template: (name, text, values) => {
      phrases.set(oneLine(text), { claims: [], phrase: { name: `template:${name}`, values } });
    },
    quote: (given, text) => {
      if (text !== undefined)
        note(
          text,
          given.map(({ id }) => id),
        );
      for (const claim of given) {
        note(claim.text, [claim.id]);
        quoted.set(claim.id, wordsOf(claim.text));
      }
    },
    cite: (page) => {
      const found = new Map<string, CitedSentence>();
      for (const { text } of readSentences(page)) {
        const citation = found.has(text) ? undefined : find(text);
        if (citation) found.set(text, { text, ...citation });
      }
      return [...found.values()];
    },
  };
};

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** Marks at the end of a heading and the case of the first letter do not change what a sentence says. */
const keyOf = (text: string): string => wordsOf(text).join(' ') || text.trim();

/** Claims of the product, found by the facts that they were made from. */
export interface Evidence {
  readonly field: (key: string) => readonly Claim[];
  /** The claims of a topic, sentence by sentence. */
  readonly prose: (text: {
    readonly title: string;
    readonly text: string;
    readonly source: Claim['source'];
  }) => readonly Claim[];
  readonly example: (source: Claim['source']) => readonly Claim[];
  readonly about: (subject: string, path: string) => readonly Claim[];
}

export const createEvidence = ({ claims }: EvidenceMap): Evidence => {
  const byPath = new Map<string, Claim[]>();
  for (const claim of claims) {
    const known = byPath.get(claim.source.path);
    if (known) known.push(claim);
    else byPath.set(claim.source.path, [claim]);
  }
  // Equal sentences of a file are one claim, which cites the first of them.
  const keyIn = (kind: Claim['kind'], path: string, text: string): string => `${kind} ${path} ${oneLine(text)}`;
  const said = new Map(claims.map((claim) => [keyIn(claim.kind, claim.source.path, claim.text), claim]));
  const inFile = (path: string): readonly Claim[] => byPath.get(path) ?? [];
  return {
    field: (key) =>
      claims.filter(({ kind, subject }) => (kind === 'manifest' || kind === 'license') && subject === key),
    prose: ({ title, text, source: { path } }) =>
      readSentences(`
${title}.

${text}`).flatMap((sentence) => said.get(keyIn('prose', path, sentence.text)) ?? []),
    example: ({ path, start_line }) =>
      inFile(path).filter(({ kind, source }) => kind === 'example' && source.start_line === start_line),
    about: (subject, path) =>
      inFile(path).filter(
        (claim) => (claim.kind === 'symbol' || claim.kind === 'release') && claim.subject === subject,
      ),
  };
};
