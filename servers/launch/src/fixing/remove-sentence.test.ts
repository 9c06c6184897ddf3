import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSentences } from '../markdown/read-sentences.ts';
import { removeSentence } from './remove-sentence.ts';

const front = '---\ntitle: T\n---\n\n';

const remove = (body: string, text: string, keeps?: readonly string[]): string => {
  const page = front + body;
  const sentence = readSentences(page).find((one) => one.text === text && one.kind !== 'meta');
  if (!sentence) throw new Error(`no sentence '${text}'`);
  return removeSentence(page, sentence, new Set(keeps)).slice(front.length);
};

describe('removeSentence', () => {
  it.each([
    ['the first of a paragraph', 'Out. One stays.\n', 'One stays.\n'],
    ['the middle of a paragraph', 'One stays. Out. Two stays.\n', 'One stays. Two stays.\n'],
    ['the last of a paragraph', 'One stays. Out.\n\nTwo.\n', 'One stays.\n\nTwo.\n'],
    ['a paragraph of several lines', 'Out.\nOne stays.\n', 'One stays.\n'],
    ['a whole paragraph', 'One.\n\nOut.\n\nTwo.\n', 'One.\n\nTwo.\n'],
    ['the only paragraph at the end', 'One.\n\nOut.\n', 'One.\n'],
    ['a list item', '- One\n- Out.\n- Two\n', '- One\n- Two\n'],
    ['the last list item', '- One\n- Out.\n\nTwo.\n', '- One\n\nTwo.\n'],
    ['the only list item', 'One.\n\n- Out.\n\nTwo.\n', 'One.\n\nTwo.\n'],
    ['a sentence of a list item', '- Out. One stays.\n- Two\n', '- One stays.\n- Two\n'],
    ['the first line of a list item', '- Out.\n  One stays.\n', '- One stays.\n'],
    ['the head of a list item with children', '- Out.\n  - One\n  - Two\n- Three\n', '- One\n- Two\n- Three\n'],
    ['an item of a numbered list', '1. One\n2. Out.\n', '1. One\n'],
    ['a sentence in marks', 'One *stays*. **Out.** Two.\n', 'One *stays*. Two.\n'],
    ['a quotation', 'One.\n\n> Out.\n\nTwo.\n', 'One.\n\nTwo.\n'],
    ['a line of a quotation', '> Out.\n> One stays.\n', '> One stays.\n'],
    ['a section that it was all of', 'One.\n\n## A\n\nOut.\n\n## B\n\nTwo.\n', 'One.\n\n## B\n\nTwo.\n'],
    ['the last section', 'One.\n\n## A\n\nOut.\n', 'One.\n'],
    ['a section with its parent', '## A\n\n### B\n\nOut.\n\n## C\n\nOne.\n', '## C\n\nOne.\n'],
    ['a section with a subsection', '## A\n\nOut.\n\n### B\n\nOne.\n', '## A\n\n### B\n\nOne.\n'],
    ['the text before code', '## A\n\nOut.\n\n```sh\na\n\n\nb\n```\n', '## A\n\n```sh\na\n\n\nb\n```\n'],
    ['a heading', 'One.\n\n## Out.\n\nTwo.\n', 'One.\n\nTwo.\n'],
    ['a heading of two lines', 'One.\n\nOut.\n====\n\nTwo.\n', 'One.\n\nTwo.\n'],
    ['a row', '| a | b |\n|---|---|\n| Out. | 1 |\n| c | 2 |\n', '| a | b |\n|---|---|\n| c | 2 |\n'],
    ['the only row', 'One.\n\n| a | b |\n|---|---|\n| Out. | 1 |\n\nTwo.\n', 'One.\n\nTwo.\n'],
    ['a header of a table', 'One.\n\n| Out. | b |\n|---|---|\n| c | 1 |\n\nTwo.\n', 'One.\n\nTwo.\n'],
  ])('removes %s', (_, body, left) => {
    expect(remove(body, 'Out.')).toBe(left);
  });

  it('leaves all other sentences of any page as they are', () => {
    const word = fc.constantFrom('One', 'two', 'three', '`four`', '*five*', '[six](/x/)');
    const sentence = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => `${words.join(' ')}.`);
    const paragraph = fc.array(sentence, { minLength: 1, maxLength: 3 });
    const block = fc.oneof(
      paragraph.map((all) => all.join(' ')),
      paragraph.map((all) => all.join('\n')),
      fc
        .array(paragraph, { minLength: 1, maxLength: 3 })
        .map((items) => items.map((all) => `- ${all.join('\n  ')}`).join('\n')),
      fc.tuple(sentence, sentence).map(([one, other]) => `1. ${one}\n   - ${other}\n2. ${one}`),
      paragraph.map((all) => all.map((one) => `> ${one}`).join('\n')),
      sentence.map((one) => `| a | b |\n|---|---|\n| c | ${one} |\n| d | e |`),
      sentence.map((one) => `## ${one}\n\nText below.`),
      fc.constant('```sh\ncode\n```'),
    );
    const laws = fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), fc.nat(), (blocks, pick) => {
      const page = `${front}${blocks.join('\n\n')}\n`;
      const all = readSentences(page).filter(({ kind }) => kind === 'prose');
      const out = all[pick % Math.max(1, all.length)];
      if (!out) return;
      const left = readSentences(removeSentence(page, out)).filter(({ kind }) => kind === 'prose');
      const texts = left.map(({ text }) => text);
      expect(texts).toEqual(all.toSpliced(all.indexOf(out), 1).map(({ text }) => text));
      expect(removeSentence(page, out)).not.toMatch(/^ *(?:- ?|\d\. ?|> ?)$|\n\n\n| \n/mu);
    });
    fc.assert(laws, { numRuns: 300 });
  });

  it('keeps a heading that the page had before', () => {
    expect(remove('One.\n\n## A\n\nOut.\n', 'Out.', ['A'])).toBe('One.\n\n## A\n');
  });

  it('keeps headings elsewhere that were empty before', () => {
    expect(remove('## Empty\n\n## A\n\nOne. Out.\n', 'Out.')).toBe('## Empty\n\n## A\n\nOne.\n');
  });
});
