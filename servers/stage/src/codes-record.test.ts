import { readFileSync } from 'node:fs';
import { stageCodes } from '@recourse/contract/registries';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('../../../docs/adr/011-codes-of-the-stage.md', import.meta.url), 'utf8');

/** The codes below each heading with a date. */
const entries = page
  .split(/^## /mu)
  .slice(1)
  .flatMap((section) => {
    const date = section.split('\n', 1)[0] ?? '';
    return [...section.matchAll(/^\| `(?<code>[A-Z_]+)` +\| (?<reason>.+?) +\|$/gmu)].map(({ groups }) => ({
      date,
      code: groups?.['code'] ?? '',
      reason: groups?.['reason'] ?? '',
    }));
  });

it('every code of the stage has one entry in the record of decisions, and no other code has', () => {
  expect(entries.map(({ code }) => code).toSorted()).toEqual(Object.keys(stageCodes.definitions).toSorted());
});

it('every entry is dated and gives a reason', () => {
  for (const { code, date, reason } of entries) {
    expect(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10), code).toBe(date);
    expect(reason.length, code).toBeGreaterThan(20);
  }
});
