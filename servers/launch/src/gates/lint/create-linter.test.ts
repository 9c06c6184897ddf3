import { afterAll, describe, expect, it } from 'vitest';
import { createLinter } from './create-linter.ts';

const { signal } = new AbortController();

describe('the linter', () => {
  const linter = createLinter({ pageMs: 2000 });
  afterAll(() => linter.close());

  it('gives up on a page that keeps markdownlint busy, and goes on with the next one', async () => {
    const hostile = `${'a|'.repeat(20_000)}\n${'-|'.repeat(20_000)}\n`;
    expect(await linter.lint(hostile, signal)).toEqual({ failed: expect.stringContaining('too long') });
    const next = createLinter();
    expect(await next.lint('# A\n\n\n\nText\n', signal)).toMatchObject({
      errors: [{ ruleNames: ['MD012', 'no-multiple-blanks'] }, {}],
    });
    await next.close();
  });

  it('does not follow instructions in the page', async () => {
    const text = '<!-- markdownlint-disable -->\n\n# A\n\n\n\nText\n';
    const own = createLinter();
    expect(await own.lint(text, signal)).toMatchObject({ errors: [{}, {}] });
    await own.close();
  });

  it('stops when its caller does', async () => {
    await expect(linter.lint('# A\n', AbortSignal.abort())).rejects.toThrow(/abort/iu);
  });
});
