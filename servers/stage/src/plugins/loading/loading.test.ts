import { describe, expect, it } from 'vitest';
import { readPluginUses } from './plugin-use.ts';
import { isInRange } from './version-range.ts';

describe('isInRange', () => {
  it.each([
    ['0.1.0', '^0.1.0', true],
    ['0.1.9', '^0.1.0', true],
    ['0.2.0', '^0.1.0', false],
    ['1.9.0', '^1.2.3', true],
    ['1.2.2', '^1.2.3', false],
    ['2.0.0', '^1.2.3', false],
    ['0.0.3', '^0.0.3', true],
    ['0.0.4', '^0.0.3', false],
    ['1.2.9', '~1.2.3', true],
    ['1.3.0', '~1.2.3', false],
    ['1.2.3', '1.2.3', true],
    ['1.2.4', '1.2.3', false],
  ])('says of %s in %s: %s', (version, range, expected) => {
    expect(isInRange(version, range)).toBe(expected);
  });
});

describe('readPluginUses', () => {
  it('reads nothing from an empty variable', async () => {
    await expect(readPluginUses(undefined, '/')).resolves.toEqual([]);
    await expect(readPluginUses(' ', '/')).resolves.toEqual([]);
  });

  it('reads names and folders, without grants and configuration', async () => {
    await expect(readPluginUses('weather, ./mine ,', '/')).resolves.toEqual([
      { use: 'weather', grant: [], config: undefined },
      { use: './mine', grant: [], config: undefined },
    ]);
  });
});
