import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Suggestion } from '../advice/suggest.ts';
import { createProject } from '../testing/create-project.ts';
import { applySuggestions } from './apply-suggestions.ts';

const raise = (domain: string, suggestedMin: number): Suggestion => ({
  domain,
  suggestedMin,
  currentMin: 0,
  currentPercent: 0,
  reason: '',
});
const text = (root: string, name = '.coverctl.yaml'): string => readFileSync(path.join(root, name), 'utf8');

const original = `# A policy.
version:   1
policy:
    default: { min:   60 }   # odd spaces
    domains:
    -   name: core   # the heart
        match: ["core/**",   'more/**']

        min: 70 # was 60
    -   name: "no min"
        # a comment in between
        match: [x]
    - {name: flow, match: [y]}
    - { match: [z], min: 1, name: back }
exclude: # nothing
`;

describe('applySuggestions', () => {
  it('changes minimums and not one byte more', async () => {
    const root = createProject({ '.coverctl.yaml': original });
    const applied = await applySuggestions({ root }, [
      raise('core', 81),
      raise('no min', 90),
      raise('flow', 75.5),
      raise('back', 2),
    ]);
    expect(applied).toEqual({
      raised: [
        { domain: 'core', from: 70, to: 81 },
        { domain: 'no min', from: 60, to: 90 },
        { domain: 'flow', from: 60, to: 75.5 },
        { domain: 'back', from: 1, to: 2 },
      ],
      files: ['.coverctl.yaml'],
    });
    expect(text(root)).toBe(
      original
        .replace('min: 70', 'min: 81')
        .replace('-   name: "no min"\n', '-   name: "no min"\n        min: 90\n')
        .replace('{name: flow,', '{name: flow, min: 75.5,')
        .replace('min: 1,', 'min: 2,'),
    );
  });

  it('keeps Windows line endings', async () => {
    const root = createProject({ '.coverctl.yaml': 'policy:\r\n  domains:\r\n    - name: a\r\n      match: [a]\r\n' });
    await applySuggestions({ root }, [raise('a', 90)]);
    expect(text(root)).toBe('policy:\r\n  domains:\r\n    - name: a\r\n      min: 90\r\n      match: [a]\r\n');
  });

  it('lowers nothing', async () => {
    const root = createProject({ '.coverctl.yaml': original });
    expect(
      await applySuggestions({ root }, [
        raise('core', 70),
        raise('no min', 10),
        raise('nobody', 99),
        raise('flow', 101),
      ]),
    ).toEqual({
      raised: [],
      files: [],
    });
    expect(text(root)).toBe(original);
  });

  it('writes into the file that has the domain', async () => {
    const root = createProject({
      '.coverctl.yaml': 'extends: base.yaml\npolicy: { domains: [{ name: own, match: [o] }] }\n',
      'base.yaml': 'policy:\n  domains:\n    - name: theirs\n      match: [t]\n      min: 5\n',
    });
    expect(await applySuggestions({ root }, [raise('own', 85), raise('theirs', 6)])).toMatchObject({
      files: ['.coverctl.yaml', 'base.yaml'],
    });
    expect(text(root)).toContain('name: own, min: 85');
    expect(text(root, 'base.yaml')).toContain('min: 6');
  });

  it('refuses to change a minimum that it cannot edit on its own', async () => {
    const shared =
      'policy:\n  domains:\n    - &core\n      name: core\n      match: [c]\n      min: &least 50\n    - name: other\n      match: [o]\n      min: *least\n';
    const root = createProject({ '.coverctl.yaml': shared });
    for (const name of ['core', 'other']) {
      expect(await applySuggestions({ root }, [raise(name, 90)])).toMatchObject({
        code: 'OP_CONFIG_INVALID',
        details: { key: 'policy.domains' },
      });
    }
    expect(text(root)).toBe(shared);
  });

  it('reports a missing or invalid file', async () => {
    expect(await applySuggestions({ root: createProject() }, [raise('all', 90)])).toMatchObject({
      code: 'OP_CONFIG_MISSING',
    });
    const root = createProject({ '.coverctl.yaml': 'policy:\n  domans: []\n' });
    expect(await applySuggestions({ root }, [raise('all', 90)])).toMatchObject({
      code: 'OP_CONFIG_INVALID',
      details: { line: 2, column: 3, key: 'policy.domans' },
    });
  });

  it('changes any minimum to any other and back to the same text', async () => {
    const root = createProject();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 99 }), fc.constantFrom('', ' # why', '   '), async (minimum, tail) => {
        const before = (value: number) =>
          `policy:\n  domains:\n    - match: [a]\n      min: ${value}${tail}\n      name: a\n`;
        writeFileSync(path.join(root, '.coverctl.yaml'), before(minimum));
        await applySuggestions({ root }, [raise('a', minimum + 1)]);
        expect(text(root)).toBe(before(minimum + 1));
      }),
      { numRuns: 30 },
    );
  });
});
