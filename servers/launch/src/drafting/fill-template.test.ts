import { describe, expect, it } from 'vitest';
import { fillTemplate } from './fill-template.ts';

const words = { NAME: 'Tally' };

describe('fillTemplate', () => {
  it('inserts blocks and words', () => {
    const filled = fillTemplate('About __NAME__.\n\n__BODY__\n', { words, blocks: { BODY: ['one', 'two'] } });
    expect(filled).toBe('About Tally.\n\none\n\ntwo\n');
  });

  it('omits a section with empty tokens, and keeps the next one', () => {
    const template = '## A\n\n__A__\n\n## B\n\n__B__\n\n## C\n\nwords\n';
    expect(fillTemplate(template, { words, blocks: { A: [], B: ['b'] } })).toBe('## B\n\nb\n\n## C\n\nwords\n');
    expect(fillTemplate('## A\n\n__A__\n\n__B__\n', { words, blocks: { A: [], B: ['## A', 'b'] } })).toBe(
      '## A\n\nb\n',
    );
  });

  it('does not search values for tokens', () => {
    const filled = fillTemplate('__A__\n\n__NAME__', { words: { NAME: '__A__' }, blocks: { A: ['__NAME__', '$&'] } });
    expect(filled).toBe('__NAME__\n\n$&\n\n__A__\n');
  });

  it('keeps unknown tokens and code with blank lines', () => {
    const template = '__MISSPELT__\n\n```sh\na\n\nb\n```';
    expect(fillTemplate(template, { words, blocks: {} })).toBe(`${template}\n`);
  });
});
