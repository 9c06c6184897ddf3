import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { defects } from './proofs/defects.ts';
import type { Proof, Proofs } from './proofs/proof.ts';
import { requirements } from './proofs/requirements.ts';
import { contractParagraphs } from './proofs/contract-paragraphs.ts';

const server = path.dirname(import.meta.dirname);

/** Whether the file has a test with this title. */
const isThere = ([file, title]: Proof): boolean => {
  const text = readFileSync(path.join(server, file), 'utf8');
  const quoted = title.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  return new RegExp(String.raw`\bit(?:\.each)?\b[\s\S]*\(\s*'${quoted}'`, 'u').test(text);
};

describe.each<[string, Proofs]>([
  ['a defect of the server whose contract this is', defects],
  ['a requirement', requirements],
  ['a paragraph of the contract', contractParagraphs],
])('%s has a test:', (_, proofs) => {
  it.each(Object.entries(proofs))('%s', (__, tests) => {
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.filter((proof) => !isThere(proof))).toEqual([]);
  });
});

it('a title that no test has is not taken for a proof', () => {
  expect(isThere(['test/defects.system.test.ts', 'an unknown tool and a bad argument have different codes'])).toBe(
    true,
  );
  expect(isThere(['test/defects.system.test.ts', 'an unknown tool and a bad argument have one code'])).toBe(false);
});
