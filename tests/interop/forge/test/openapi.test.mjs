import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '@recourse/forge';
import { cases } from '../src/cases.mjs';
import { genericRefusals } from '../src/generic-refusals.mjs';
import { startLab, tokens } from '../src/lab.mjs';
import { publishedStatuses } from '../src/published-schemas.mjs';
import { notProduced } from '../src/not-produced.mjs';
import { Witness } from '../src/witness.mjs';

let lab;
let witness;

beforeAll(async () => {
  lab = await startLab();
  witness = new Witness(lab.url);
  await witness.call('PATCH', '/repos/ada/old-name', { token: tokens.ada, body: { name: 'new-name' } });
  for (const bucket of ['core', 'search', 'graphql'])
    await fetch(`${lab.url}/_forge/limits`, {
      method: 'POST',
      headers: { 'x-forge-key': 'lab-key' },
      body: JSON.stringify({ token: tokens.spent, bucket, remaining: 0 }),
    });
});

afterAll(() => lab.close());

describe('what every operation refuses', () => {
  for (const { name, token, requests } of genericRefusals)
    it(`${name}: ${requests.length} operations`, async () => {
      for (const { route, path, body, status, header } of requests) {
        const answer = await witness.call(route.method, path, { token, body });
        expect.soft(answer.status, `${route.method} ${path}`).toBe(status);
        if (header?.[1] instanceof RegExp) expect.soft(answer.headers.get(header[0]), path).toMatch(header[1]);
        else if (header) expect.soft(answer.headers.get(header[0]), path).toBe(header[1]);
      }
    });
});

describe('what each operation answers', () => {
  for (const { name, run } of cases) it(name, async () => run({ lab, witness, tokens, expect }));
});

describe('GitHub’s description', () => {
  it('fits every answer that was seen', () => {
    const seen = [...witness.seen].toSorted();
    const unpublished = seen.filter(([, declared]) => !declared);
    const byOperation = Map.groupBy?.(seen, ([key]) => key.split(' ')[0]) ?? groupBy(seen);
    const lines = [...byOperation].map(([operation, entries]) => {
      const statuses = entries.map(([key, declared]) => key.split(' ')[1] + (declared ? '' : '*'));
      return `  ${operation.padEnd(42)} ${statuses.join(' ')}`;
    });
    console.log(`Responses seen (* = GitHub does not publish that status there):\n${lines.join('\n')}`);
    console.log(`${seen.length} pairs of operation and status, ${seen.length - unpublished.length} published`);
    expect(witness.problems).toEqual([]);
    expect(lab.errors).toEqual([]);
  });

  it('has no status that the forge neither answered nor declares as not produced', () => {
    const operations = [...new Set(routes.map((route) => route.operation))].filter((name) => name !== 'graphql');
    const missing = operations.flatMap((operation) =>
      publishedStatuses(operation)
        .filter((status) => !witness.seen.has(`${operation} ${status}`))
        .map((status) => `${operation} ${status}`),
    );
    expect(missing.toSorted()).toEqual(Object.keys(notProduced).toSorted());
  });
});

function groupBy(entries) {
  const groups = new Map();
  for (const entry of entries) {
    const [operation] = entry[0].split(' ');
    groups.set(operation, [...(groups.get(operation) ?? []), entry]);
  }
  return groups;
}
