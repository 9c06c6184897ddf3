import { describe, expect, it, onTestFinished } from 'vitest';
import { createLinter } from './create-linter.ts';

const { signal } = new AbortController();
const open = (options?: Parameters<typeof createLinter>[0]) => {
  const linter = createLinter(options);
  onTestFinished(() => linter.close());
  return linter;
};

describe('the linter', () => {
  it('gives up on a page that keeps markdownlint busy', async () => {
    const hostile = `${'a|'.repeat(20_000)}\n${'-|'.repeat(20_000)}\n`;
    expect(await open({ pageMs: 500 }).lint(hostile, signal)).toEqual({ failed: expect.stringContaining('too long') });
  });

  it('continues with the next page on another thread after one that needs too much memory', async () => {
    const linter = open({ pageMs: 50_000, memoryMb: 32 });
    const large = 'a *b* `c`\n\n'.repeat(10_000);
    expect(await linter.lint(large, signal)).toEqual({ failed: 'markdownlint crashed on this page' });
    expect(await linter.lint('# A\n\n\n\nText\n', signal)).toMatchObject({
      errors: [{ ruleNames: ['MD012', 'no-multiple-blanks'] }, {}],
    });
  });

  it('does not follow instructions in the page', async () => {
    const text = '<!-- markdownlint-disable -->\n\n# A\n\n\n\nText\n';
    expect(await open().lint(text, signal)).toMatchObject({ errors: [{}, {}] });
  });

  it('stops when its caller does', async () => {
    await expect(open().lint('# A\n', AbortSignal.abort())).rejects.toThrow(/abort/iu);
  });
});
