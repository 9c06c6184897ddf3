import { describe, expect, it } from 'vitest';
import { createConfusion } from './testing/confusion.ts';
import { judgeYardstick, readAnswers, readYardstick } from './testing/read-yardstick.ts';
import type { YardstickSentence } from './testing/read-yardstick.ts';

const sentences = readYardstick('sentences.json');
const judged = sentences.map((given) => ({ ...given, ...judgeYardstick(given) }));

describe('the yardstick of TruthLock', () => {
  it('has 120 sentences, half of them held out and a third with a wrong citation', () => {
    expect(sentences).toHaveLength(120);
    expect(sentences.filter(({ held_out }) => held_out)).toHaveLength(60);
    expect(sentences.filter(({ wrong_citation }) => wrong_citation).length).toBeGreaterThanOrEqual(40);
  });

  it('quotes recorded answers', () => {
    const answers = new Map(readAnswers().map(({ id, answer }) => [id, answer]));
    for (const { answer, sentence } of sentences.filter(({ origin }) => origin === 'answer'))
      expect(answers.get(answer ?? '')).toContain(sentence);
  });

  it.each([
    ['the held-out half', judged.filter(({ held_out }) => held_out)],
    ['all sentences', judged],
  ])('is met by the judge over %s', (part, some) => {
    const confusion = createConfusion(some);
    console.log(`TruthLock over ${part}, labels down, verdicts across:\n${confusion.table()}`);
    for (const label of ['unbacked', 'stale'] as const) expect(confusion.recall(label)).toBeGreaterThanOrEqual(0.95);
    expect(confusion.recall('contradicted')).toBeGreaterThanOrEqual(0.8);
    expect(confusion.reported).toBeGreaterThanOrEqual(0.9);
    for (const label of ['unbacked', 'stale', 'contradicted', 'uncited'] as const)
      expect(confusion.precision(label)).toBeGreaterThanOrEqual(0.9);
  });

  it('has later sentences, none of which the judge wrongly accepts', () => {
    const later = readYardstick('later.json').map((given) => ({ ...given, ...judgeYardstick(given) }));
    // These are reworded freely, and the judge is strict: it reports many that a reader would accept.
    console.log(`TruthLock over later sentences, labels down, verdicts across:\n${createConfusion(later).table()}`);
    expect(later.filter(({ label, verdict }) => label !== 'backed' && verdict === 'backed')).toEqual([]);
  });

  it('has claims that support themselves, but not their changed copies', () => {
    const self = (given: YardstickSentence, claim: YardstickSentence['claims'][number], sentence: string) =>
      judgeYardstick({ ...given, sentence: sentence.replaceAll(/[`*_<>[\]]/gu, String.raw`\$&`), claims: [claim] })
        .verdict;
    for (const given of sentences) {
      for (const claim of given.claims.filter(({ kind, lines_then }) => kind === 'symbol' && !lines_then)) {
        const { text } = claim;
        if (!/^[A-Z][^()=:]+\.$/u.test(text)) continue;
        expect([text, self(given, claim, text)]).toEqual([text, 'backed']);
        const changed = [
          text.replace(/\.$/u, ' and is audited.'),
          text.replace(/\.$/u, ' in 1987.'),
          text.replace(/(?<= )(?:is|are|can|may|must|should) (?!not)/u, '$&not '),
          text.replace(/\b\d+\b/u, '977'),
        ].filter((copy) => copy !== text);
        for (const copy of changed) expect([copy, self(given, claim, copy)]).not.toEqual([copy, 'backed']);
      }
    }
  });

  it('gets a reason that contains the offending word', () => {
    for (const { verdict, reason } of judged) {
      expect(reason).toMatch(/^[A-Za-z].*\.$/su);
      if (verdict === 'unbacked' || verdict === 'contradicted') expect(reason).toMatch(/'.+'/su);
    }
  });
});
