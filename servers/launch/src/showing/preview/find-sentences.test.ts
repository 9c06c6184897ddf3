import { describe, expect, it } from 'vitest';
import { readSentences } from '../../markdown/read-sentences.ts';
import { findSentences } from './find-sentences.ts';
import { markSentences } from './mark-sentences.ts';
import { readRendered } from './read-rendered.ts';

const names = { text: 'x-t', mark: 'x-m' };

/** Marks the sentences of a page in its rendered form, without the head. */
const mark = (markdown: string, page: string): string => {
  const rendered = readRendered(page);
  return markSentences(page, rendered, findSentences(rendered, readSentences(markdown)), { names, head: '' });
};
const one = (text: string, n = 0): string => `<x-t n="${n}">${text}</x-t>`;
const dot = (n = 0): string => `<x-m n="${n}"></x-m>`;

describe('findSentences', () => {
  it.each([
    ['plain text', 'Counts words.', '<p>Counts words.</p>', `<p>${one('Counts words.')}${dot()}</p>`],
    [
      'emphasis, code and links',
      'Call `run` on **all** [files](/f/).',
      '<p>Call <code>run</code> on <strong>all</strong> <a href="/f/">files</a>.</p>',
      `<p>${one('Call')} <code>${one('run')}</code> ${one('on')} <strong>${one('all')}</strong> <a href="/f/">${one('files')}</a>${one('.')}${dot()}</p>`,
    ],
    [
      'quotes, dashes and ellipses of the typographer',
      `It's "fast" -- or not --- and << so >> on...`,
      '<p>It&rsquo;s &ldquo;fast&rdquo; &ndash; or not &mdash; and &laquo; so &raquo; on&hellip;</p>',
      `<p>${one('It&rsquo;s &ldquo;fast&rdquo; &ndash; or not &mdash; and &laquo; so &raquo; on&hellip;')}${dot()}</p>`,
    ],
    ['ligatures', 'The first file.', '<p>The ﬁrst ﬁle.</p>', `<p>${one('The ﬁrst ﬁle.')}${dot()}</p>`],
    ['accents', 'Café.', '<p>Cafe\u0301.</p>', `<p>${one('Cafe\u0301.')}${dot()}</p>`],
    ['entities', 'A & B < C.', '<p>A &amp; B &lt; C.</p>', `<p>${one('A &amp; B &lt; C.')}${dot()}</p>`],
    ['line breaks', 'One\ntwo.', '<p>One<br>two.</p>', `<p>${one('One')}<br>${one('two.')}${dot()}</p>`],
    [
      'a list item without a paragraph',
      '- Ends here',
      '<ul><li>Ends here</li></ul>',
      `<ul><li>${one('Ends here')}${dot()}</li></ul>`,
    ],
    [
      'another script',
      '数える。次へ。',
      '<p>数える。次へ。</p>',
      `<p>${one('数える。')}${dot()}${one('次へ。', 1)}${dot(1)}</p>`,
    ],
  ])('finds %s', (_, markdown, page, marked) => {
    expect(mark(markdown, page)).toBe(marked);
  });

  it('puts the mark behind a link that the sentence ends in', () => {
    expect(mark('See [this.](/a/)', '<p>See <a href="/a/"><b>this.</b></a></p>')).toBe(
      `<p>${one('See')} <a href="/a/"><b>${one('this.')}</b></a>${dot()}</p>`,
    );
  });

  it('finds a heading in headings, not in the navigation before it', () => {
    const page = '<nav><a href="#l">Limits</a></nav><h2 id="l">Limits <a href="#l">#</a></h2>';
    expect(mark('## Limits', page)).toBe(
      `<nav><a href="#l">Limits</a></nav><h2 id="l">${one('Limits')}${dot()} <a href="#l">#</a></h2>`,
    );
  });

  it('finds each of two equal sentences once', () => {
    expect(mark('Again.\n\nAgain.', '<p>Again.</p><p>Again.</p><p>Again.</p>')).toBe(
      `<p>${one('Again.')}${dot()}</p><p>${one('Again.', 1)}${dot(1)}</p><p>Again.</p>`,
    );
  });

  it.each([
    ['part of a word', 'Install', '<p>Reinstall it</p>'],
    ['code blocks', 'Run it.', '<pre><code>Run it.</code></pre>'],
    [
      'scripts, styles and templates',
      'Run it.',
      '<script>Run it.</script><style>Run it.</style><template>Run it.</template>',
    ],
    ['two paragraphs', 'One two.', '<p>One</p><p>two.</p>'],
    ['comments and attributes', 'Run it.', '<!-- Run it. --><img alt="Run it.">'],
    ['form fields and titles', 'Run it.', '<title>Run it.</title><textarea>Run it.</textarea>'],
  ])('does not find a sentence in %s', (_, markdown, page) => {
    expect(mark(markdown, page)).toBe(page);
  });

  it('finds a title only if it is a whole block', () => {
    const page = '<p>Tally counts.</p><h1>Tally</h1>';
    expect(mark('---\ntitle: Tally\n---\n', page)).toBe(`<p>Tally counts.</p><h1>${one('Tally')}${dot()}</h1>`);
  });

  it('keeps a sentence in the text if the description repeats it', () => {
    const markdown = '---\ndescription: Counts words.\n---\n\nCounts words.\n';
    expect(mark(markdown, '<p>Counts words.</p>')).toBe(`<p>${one('Counts words.', 1)}${dot(1)}</p>`);
  });

  it('puts the head behind the doctype, or first if there is none', () => {
    const put = (page: string): string =>
      markSentences(page, readRendered(page), [], { names, head: '<head-of-preview>' });
    expect(put('<!doctype html><p>A')).toBe('<!doctype html><head-of-preview><p>A');
    expect(put('\n<!-- c --><!DOCTYPE html><p>A')).toBe('\n<!-- c --><!DOCTYPE html><head-of-preview><p>A');
    expect(put('<p>A<!doctype html>')).toBe('<head-of-preview><p>A<!doctype html>');
    expect(put('<!-- <!doctype html>')).toBe('<head-of-preview><!-- <!doctype html>');
  });

  it('gives up on pages that nest elements without end, after what comes before', () => {
    const marked = mark('Before. Deep down.', `<p>Before.</p>${'<div><a>'.repeat(200_000)}Deep down.`);
    expect(marked).toContain(one('Before.'));
    expect(marked).not.toContain(one('Deep down.', 1));
  });

  it('finds sentences wherever the page is cut for the parser', () => {
    const page = `<p>${'x'.repeat(32 * 1024 - 8)} A &amp; B <b>and 😀</b> C.</p>`;
    expect(mark(`${'x'.repeat(32 * 1024 - 8)} A & B **and 😀** C.`, page)).toContain(`<b>${one('and 😀')}</b>`);
  });
});
