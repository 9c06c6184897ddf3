import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { collectErrorTexts, renderErrorTexts } from '../src/error-texts.mjs';

it('the page of error texts shows what the servers answer', async () => {
  const page = await readFile(new URL('../errors.md', import.meta.url), 'utf8');
  expect(renderErrorTexts(await collectErrorTexts())).toBe(page);
});
