import type { Claim, CitedSentence } from '../../artifacts.ts';
import { escapeLineStart, escapeText } from '../../drafting/markdown/escape-text.ts';
import { inlineCode } from '../../drafting/markdown/safe-code.ts';
import { readSentences } from '../../markdown/read-sentences.ts';
import type { Sentence } from '../../markdown/read-sentences.ts';
import type { Grounds } from '../../truth/grounds.ts';
import { judgeSentence } from '../../truth/judge-sentence.ts';
import type { ReplySentence } from '../asking/read-reply.ts';
import { checkSentence } from './check-sentence.ts';
import { plainWords } from './plain-words.ts';
import { hasWord, plain, tokensOf, wordsOf } from './words.ts';

interface AcceptOptions {
  readonly claims: readonly Claim[];
  readonly productName: string;
  /** Sentences that readers have already, as plain text. */
  readonly present: ReadonlySet<string>;
  /** The text above the sentences. A sentence that only repeats it is dropped. */
  readonly introduction: string;
  readonly most: number;
  /** The grounds of the judge of TruthLock. */
  readonly grounds: Grounds;
}

export interface Accepted {
  readonly markdown: string;
  readonly sentences: CitedSentence[];
  /** How many sentences broke each rule. */
  readonly dropped: Record<string, number>;
}

/** Keeps the sentences that their claims support, and writes them as one paragraph. */
export const acceptSentences = (reply: readonly ReplySentence[], options: AcceptOptions): Accepted => {
  const { claims, productName, present, introduction, most, grounds } = options;
  const introduced = wordsOf(introduction);
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  const seen = new Set(present);
  const dropped: Record<string, number> = {};
  const parts: string[] = [];
  const sentences: CitedSentence[] = [];
  for (const { text: given, claims: named } of reply) {
    const text = ended(given.trim());
    const cited = [...new Set(named)].flatMap((id) => byId.get(id) ?? []);
    const markdown = markdownOf(text);
    const read = readSentences(`\n${markdown}\n`);
    const ids = cited.map(({ id }) => id);
    const isBacked = (sentence: Sentence): boolean =>
      judgeSentence(sentence, { text: sentence.text, claims: ids }, grounds).verdict === 'backed';
    const problem =
      supportProblem(text, cited, productName) ??
      (read.every(isBacked) ? undefined : 'unbacked') ??
      (read.some((sentence) => seen.has(sentence.text)) || isSaid(text, introduced) ? 'repeated' : undefined) ??
      (parts.length >= most ? 'too_many' : undefined);
    if (problem !== undefined) {
      dropped[problem] = (dropped[problem] ?? 0) + 1;
      continue;
    }
    parts.push(markdown);
    for (const sentence of read) {
      seen.add(sentence.text);
      sentences.push({ text: sentence.text, claims: ids });
    }
  }
  return { markdown: parts.join(' '), sentences, dropped };
};

/** Whether readers have met every word of a sentence that does more than connect. */
const isSaid = (text: string, words: ReadonlySet<string>): boolean =>
  tokensOf(text).every(
    (token) => plainWords.has(plain(token)) || token.split(/[–—-]+/u).every((part) => hasWord(words, part)),
  );

const supportProblem = (text: string, cited: readonly Claim[], productName: string): string | undefined =>
  cited.length === 0 ? 'no_claim' : checkSentence(text, cited, productName);

/** Ends a sentence, so that the next one in the paragraph begins a new one. */
const ended = (text: string): string =>
  /[.!?…]["'”’)]*$/u.test(text) ? text : `${text.replace(/[,;:\s–—-]+$/u, '')}.`;

/** Escapes a sentence like all text of the product. Code stays code. */
const markdownOf = (text: string): string =>
  escapeLineStart(
    text
      .split(/(`[^`\n]+`)/u)
      .map((part) => (/^`[^`]+`$/u.test(part) ? (inlineCode(part.slice(1, -1)) ?? '') : escapeText(part)))
      .join(''),
  );
