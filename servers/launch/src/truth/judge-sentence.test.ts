import { describe, expect, it } from 'vitest';
import type { CitedSentence, Claim } from '../artifacts.ts';
import { createClaim } from '../claims/create-claim.ts';
import { readSentences } from '../markdown/read-sentences.ts';
import { judgeSentence } from './judge-sentence.ts';
import type { Grounds } from './grounds.ts';
import type { Verdict } from './judge-sentence.ts';

const file = 'README.md';

interface Given {
  readonly subject?: string;
  readonly kind?: Claim['kind'];
  readonly lines?: readonly string[];
  readonly citation?: Partial<CitedSentence>;
  readonly templates?: Grounds['templates'];
}

/** Judges a sentence against one claim, which is the only line of its file. */
const judge = (markdown: string, claim: string, given: Given = {}): Verdict => {
  const { subject, kind = 'prose', lines = [claim] } = given;
  const made = createClaim(
    {
      kind,
      ...(subject !== undefined && { subject }),
      text: claim,
      source: { path: file, start_line: 1, end_line: 1 },
    },
    [claim],
  );
  const [sentence] = readSentences(markdown);
  if (!sentence) throw new Error('no sentence');
  return judgeSentence(
    sentence,
    { text: sentence.text, claims: [made.id], ...given.citation },
    {
      claims: new Map([[made.id, made]]),
      linesOf: (path) => (path === file ? lines : undefined),
      names: ['Widget Kit', 'widgets'],
      known: new Set(),
      templates: given.templates ?? {},
    },
  );
};

describe('judgeSentence', () => {
  it.each([
    ['other forms of the words', 'The cache stores parsed files.', 'A parsed file is stored in the cache.'],
    ['a number word', 'It tries three times.', 'It tries 3 times.'],
    ['a separator of thousands', 'At most 10,000 rows are read.', 'It reads at most 10000 rows.'],
    ['a version with its bound', 'Widget Kit needs Node 20.19 or later.', '"node": ">=20.19"', 'need'],
    ['the name of the product', "Widget Kit's parser is lazy.", 'The parser is lazy.'],
    ['a date in words', 'It was released on 15 October 2024.', 'Released on Oct 15, 2024.'],
    ['an exception in other words', 'It fails unless the list is sorted.', 'It fails if the list is not sorted.'],
    ['an order told from the other side', 'Rules run after filters.', 'Filters run before rules.'],
    ['a comparison told from the other side', 'Maps are slower than sets.', 'Sets are faster than maps.'],
    ['an address with a slash at its end', 'See <https://a.example/docs/>.', 'See https://a.example/docs.'],
    ['a quotation', 'Do not use it. ', 'Do not use it.'],
    ['code that is also a part of a word', 'The environment has `env` in it.', 'The environment has env in it.'],
    ['code that looks like a negation', 'Types: `one` and `none`.', 'Types: one and none.'],
    ['a denial by a verb', 'Repeated names are not allowed.', 'Repeated names are an error.'],
    ['the parts of a name', 'It returns the node ID.', 'It returns the NodeID.'],
    ['an opposite that is denied', 'The copy is not shallow.', 'The copy is deep.'],
  ])('accepts %s', (_, sentence, claim, subject = '') => {
    expect(judge(sentence, claim, { subject: `x ${subject}` })).toMatchObject({ verdict: 'backed' });
  });

  it.each([
    ['a word', 'The cache stores encrypted files.', 'The cache stores files.', 'encrypted'],
    ['a number', 'The cache holds 50 files.', 'The cache holds files.', '50'],
    ['a percentage', 'It is 40 % faster.', 'It is faster.', '40 %'],
    ['a piece of code', '`close()` ends the session.', 'open() starts and ends the session.', 'close()'],
    ['a name in prose', 'readAll reads the files.', 'readOne reads the files.', 'readAll'],
    ['an address', 'See <https://a.example/docs>.', 'See https://b.example/docs.', 'https://a.example/docs'],
    ['the target of a link', 'See [the docs](https://a.example/x).', 'See the docs.', 'https://a.example/x'],
    ['a longer address', 'See <https://a.example/docs>.', 'See https://a.example/docs/old.', 'https://a.example/docs'],
    ['a negation', 'The cache does not encrypt files.', 'The cache stores files.', 'not'],
    ['a comparison', 'The cache is faster.', 'The cache is in memory.', 'faster'],
    ['a bound', 'It reads at least 5 files.', 'It reads 5 files.', 'at least 5'],
    ['no bound', 'It waits for 5 minutes.', 'It waits for up to 5 minutes.', '5 minutes'],
    ['a stronger word', 'Only admins see files.', 'Admins see files.', 'Only'],
    ['another unit', 'The key has 16 bytes.', 'The key has a length of 16 bits.', '16 bytes'],
  ])('reports %s that the claim does not have', (_, sentence, claim, word) => {
    const { verdict, reason } = judge(sentence, claim);
    expect([verdict === 'backed', reason]).toEqual([false, expect.stringContaining(`'${word}'`)]);
  });

  it.each([
    ['another number', 'The cache holds 50 files.', 'The cache holds 40 files.'],
    ['another number word', 'There are four kinds of rules.', 'There are three kinds of rules.'],
    ['another version', 'The version is 2.1.0.', 'version = "2.0.4"'],
    ['a dropped negation', 'Sessions are saved to disk.', 'Sessions are not saved to disk.'],
    ['an added negation', "Sessions aren't saved to disk.", 'Sessions are saved to disk.'],
    ['an opposite', 'The copy is shallow.', 'The copy is deep.'],
    ['a reversed order', 'Filters run after rules.', 'Filters run before rules.'],
    ['sides of an order in the wrong places', 'Rules run before filters.', 'Filters run before rules.'],
    ['a reversed comparison', 'Maps are faster than sets.', 'Sets are faster than maps.'],
    ['a reversed conversion', 'It converts strings to numbers.', 'It converts numbers to strings.'],
    ['a reversed bound', 'It reads at least 5 files.', 'It reads at most 5 files.'],
    ['a reversed choice', 'It reads files instead of streams.', 'It reads streams instead of files.'],
    ['may for must', 'Plugins may export a name.', 'Plugins must export a name.'],
    ['one of two dropped negations', 'Files have no owner and are locked.', 'Files have no owner and are not locked.'],
    ['an added negation before only', 'Dates are not only for version 2.', 'Dates are only for version 2.'],
    ['always for never', 'Locks are always released.', 'Locks are never released.'],
  ])('finds a contradiction in %s', (_, sentence, claim) => {
    expect(judge(sentence, claim)).toMatchObject({ verdict: 'contradicted' });
  });

  it('reports the word of the claim next to the word of the sentence', () => {
    expect(judge('It waits 10 minutes.', 'It waits 7 minutes and 10 seconds.').reason).toBe(
      "The sentence says '10 minutes', but a cited claim says '7 minutes'.",
    );
  });

  it('marks a claim as stale if its words are gone, and keeps one that has moved', () => {
    const claim = 'Files are kept for ten days.';
    const moved = ['# Widgets', '', `> ${claim.replace('ten', '**ten**')}`];
    expect(judge(claim, claim, { lines: moved })).toMatchObject({ verdict: 'backed' });
    expect(judge(claim, claim, { lines: ['Files are kept for five days.'] })).toEqual({
      verdict: 'stale',
      reason: `README.md:1 no longer contains '${claim}'.`,
    });
  });

  it('accepts a URL that only the cited lines contain', () => {
    const claim = 'Read the guide.';
    const lines = ['Read the [guide](https://a.example/guide).'];
    const made = createClaim({ kind: 'prose', text: claim, source: { path: file, start_line: 1, end_line: 1 } }, lines);
    const sentence = { text: claim, codes: [], urls: ['https://a.example/guide'] };
    const grounds = {
      claims: new Map([[made.id, made]]),
      linesOf: () => lines,
      names: [],
      known: new Set<string>(),
      templates: {},
    };
    expect(judgeSentence(sentence, { text: '', claims: [made.id] }, grounds).verdict).toBe('backed');
  });

  it('accepts a phrase only if it matches the sentence with its values', () => {
    const phrase = { name: 'about.documentation', values: { name: 'Widget Kit' } };
    const cite = (sentence: string, values = phrase.values) =>
      judge(sentence, 'x', { citation: { claims: [], phrase: { ...phrase, values } } }).verdict;
    expect(cite('Documentation of Widget Kit.')).toBe('backed');
    expect(cite('Documentation of Widget Kit.', { name: 'Gadget' })).toBe('uncited');
    expect(cite('Free documentation of Widget Kit.')).toBe('uncited');
  });

  it("accepts a sentence of a site's template, and none that only fills a token", () => {
    const templates = { guide: '## Before you start\n\nRead this about __PRODUCT_NAME__ first.\n\n__BODY__\n' };
    const cite = (sentence: string, values: Record<string, string> = {}, name = 'template:guide') =>
      judge(sentence, 'x', { templates, citation: { claims: [], phrase: { name, values } } }).verdict;
    expect(cite('## Before you start')).toBe('backed');
    expect(cite('Read this about Gadget first.', { PRODUCT_NAME: 'Gadget' })).toBe('backed');
    expect(cite('Gadget cures all ills.', { BODY: 'Gadget cures all ills.' })).toBe('uncited');
    expect(cite('## Before you start', {}, 'template:other')).toBe('uncited');
    expect(cite('## Before you start', {}, 'constructor')).toBe('uncited');
  });

  it.each([
    ['no citation', { claims: [] }],
    ['a claim that does not exist', { claims: ['claim_0000000000000000'] }],
  ])('calls a sentence with %s uncited', (_, citation) => {
    expect(judge('Widgets are free.', 'Widgets are free.', { citation })).toMatchObject({ verdict: 'uncited' });
  });

  it('needs no citation for the name of the product alone', () => {
    expect(judge('Widget Kit', 'x', { citation: { claims: [] } })).toMatchObject({ verdict: 'backed' });
  });

  it.each([
    ['letters', 'a'.repeat(1990)],
    ['digits', '1'.repeat(1990)],
    ['dots', 'a.'.repeat(990)],
    ['commas', '1,'.repeat(990)],
    ['negations', 'not '.repeat(490)],
    ['brackets', '('.repeat(1990)],
    ['quotes', '"'.repeat(1990)],
    ['comparisons', 'more than before '.repeat(110)],
    ['dashes', '-'.repeat(1990)],
    ['slashes', 'a/'.repeat(990)],
    ['endings', 'ings'.repeat(490)],
    ['surrogates', '😀'.repeat(990)],
    ['thousands', '1,000,'.repeat(330)],
  ])('judges a sentence of very many %s', (_, text) => {
    const sentence = { text, codes: [], urls: [text] };
    const made = createClaim({ kind: 'prose', text, source: { path: file, start_line: 1, end_line: 1 } }, [text]);
    const grounds = {
      claims: new Map([[made.id, made]]),
      linesOf: () => [text],
      names: ['('.repeat(50)],
      known: new Set<string>(),
      templates: {},
    };
    expect(judgeSentence(sentence, { text, claims: [made.id] }, grounds).reason).not.toBe('');
  });

  it('does not judge a sentence beyond its limit', () => {
    const text = 'a '.repeat(5000);
    expect(judge(text, text)).toEqual({
      verdict: 'unbacked',
      reason: 'The sentence has more than 2000 characters.',
    });
  });
});
