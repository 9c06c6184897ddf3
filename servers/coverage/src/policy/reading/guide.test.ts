import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { coverageOf } from '../testing/coverage-of.ts';
import { evaluate } from '../verdict/evaluate.ts';
import { policyFields } from './policy-fields.ts';
import { isPolicyProblems, readPolicy } from './read-policy.ts';

const repository = path.resolve(import.meta.dirname, '../../../../..');
const guide = readFileSync(path.join(repository, 'docs/guide/coverage-policy.md'), 'utf8');

describe('the guide to policies', () => {
  it('shows a policy that can be read and that judges', async () => {
    const policy = await readPolicy({ root: path.join(repository, 'examples/coverage') });
    if (isPolicyProblems(policy)) throw new Error(JSON.stringify(policy));
    const coverage = coverageOf({
      'src/checkout/cart.ts': [93, 100],
      'src/payments/card.ts': [94, 100],
      'src/catalogue/list.ts': [8, 10],
      'src/catalogue/seed/data.ts': [0, 500],
      'src/app/[id]/page.tsx': [3, 5],
      'src/generated/api.ts': [0, 900],
    });
    const verdict = evaluate(coverage, policy);
    expect(verdict.domains.map(({ domain, status }) => [domain, status])).toEqual([
      ['checkout', 'WARN'],
      ['catalogue', 'PASS'],
      ['pages', 'PASS'],
    ]);
    expect(verdict.problems).toMatchObject([
      { details: { subject: 'src/payments/card.ts', percent: 94, required: 95 } },
    ]);
  });

  it('names every key, and no other', () => {
    const named = [...guide.matchAll(/^\| ((?:`[\w.]+`(?:, )?)+)/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([\w.]+)`/g)].map(([, key = '']) => key.split('.')[0] ?? ''),
    );
    // For a key that is similar to none, the suggestion lists all keys.
    const strange = { offset: 0, value: { kind: 'value', offset: 0, value: 1, offsetOf: () => 0 } } as const;
    const known: string[] = [];
    policyFields({ kind: 'map', offset: 0, entries: new Map([['?', strange]]) }, '', ({ suggestion = '' }) => {
      known.push(...suggestion.replace('known keys: ', '').split(', '));
    });
    expect([...new Set(named)].toSorted()).toEqual(known.toSorted());
  });
});
