import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { referencePages } from '@recourse/cli';
import { describeStages } from '@recourse/engine/stages';
import { describe, expect, it } from 'vitest';
import { withStagesTable } from '../scripts/stages-table.mjs';

const folder = path.resolve(import.meta.dirname, '..', 'docs', 'reference');
const pages = await referencePages();

const stored = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.replaceAll('\\', '/'));

describe('docs/reference', () => {
  it('has the pages that are generated, and no other', () => {
    expect(stored.sort()).toEqual([...pages.keys()].sort());
  });

  it.each([...pages.keys()])('%s is up to date (npm run docs)', (page) => {
    const text = readFileSync(path.join(folder, page), 'utf8').replaceAll('\r\n', '\n');
    expect(text === pages.get(page), `${page} is stale`).toBe(true);
  });
});

it('docs/architecture.md shows the pipeline as it is (npm run docs)', () => {
  const page = readFileSync(path.resolve(folder, '..', 'architecture.md'), 'utf8');
  expect(withStagesTable(page, describeStages()) === page, 'docs/architecture.md is stale').toBe(true);
});
