import { describe, expect, it } from 'vitest';
import { checkSelector } from './check-selector.ts';
import { StageRefusedError } from './refused-error.ts';

const sessionWith = (code?: string) => ({
  find: () =>
    code === undefined
      ? Promise.resolve({ ref: 1, role: 'button', name: '', box: undefined })
      : Promise.reject(new StageRefusedError(code, 'refused', 1)),
});

describe('a selector from a call', () => {
  it.each([
    'main',
    '#a > .b:first-child',
    'input[type="password"]',
    '[id^=row-]',
    "[data-testid='x'] li",
    '[disabled]',
  ])('can be used: %s', async (selector) =>
    expect(await checkSelector(sessionWith(), selector)).toEqual({ state: 'matches' }),
  );

  it.each([
    'input[value^=a]',
    'input[ value *= "a" ]',
    String.raw`input[\76 alue^=a]`,
    '[id=x][value=y]',
    '[id="a[value^=b"]',
    '[data-token|=x]',
    'a[*|value^=x]',
    '[id=x i][value^=a i]',
  ])('is invalid because it compares the value of an attribute that can be secret: %s', async (selector) => {
    const check = await checkSelector(sessionWith(), selector);
    expect(check).toMatchObject({
      state: 'invalid',
      reason: expect.stringContaining('must not compare attributes') as string,
    });
  });

  it('is checked by the stage', async () => {
    expect(await checkSelector(sessionWith('SELECTOR_NO_MATCH'), 'a')).toEqual({ state: 'no match' });
    expect(await checkSelector(sessionWith('SELECTOR_INVALID'), '>>')).toMatchObject({ state: 'invalid' });
    await expect(checkSelector(sessionWith('CDP_TIMEOUT'), 'a')).rejects.toThrow('refused');
  });
});
