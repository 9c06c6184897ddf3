import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHere } from '../product/symbols/parse-code.ts';
import { takeInventory } from '../product/take-inventory.ts';
import { readFacts } from '../product/read-facts.ts';
import { buildClaims } from '../claims/build-claims.ts';
import { memoryTree } from '../testing/memory-tree.ts';
import { testConfig } from '../testing/test-config.ts';
import { findSecrets } from './find-secrets.ts';
import { maskSecrets } from './mask-secrets.ts';
import { secretPatterns } from './secret-patterns.ts';

/** Put together at run time, so that no scanner takes this file for a leak. */
const letters = (count: number, from = 'aB3dE5gH7jK9'): string => from.repeat(count).slice(0, count);
const key = (end: string): string =>
  `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${letters(64)}\n${letters(40)}\n${end}`;
const secrets: Readonly<Record<string, string>> = {
  'private key': key('-----END RSA PRIVATE KEY-----'),
  'GitHub token': `ghp_${letters(36)}`,
  'GitHub fine-grained token': `github_pat_${letters(60)}`,
  'GitLab token': `glpat-${letters(24)}`,
  'npm token': `npm_${letters(36)}`,
  'PyPI token': `pypi-AgE${letters(60)}`,
  'AWS access key': `AKIA${letters(16, 'ABCDEFGH234567')}`,
  'Google API key': `AIza${letters(35)}`,
  'Slack token': `xoxb-${letters(20)}`,
  'Slack webhook': `hooks.slack.com/services/T${letters(8)}/B${letters(8)}/${letters(24)}`,
  'Stripe key': `sk_live_${letters(24)}`,
  'OpenAI key': `sk-proj-${letters(24)}T3BlbkFJ${letters(24)}`,
  'Anthropic key': `sk-ant-${letters(48)}`,
  'SendGrid key': `SG.${letters(22)}.${letters(43)}`,
  'JSON web token': `eyJ${letters(20)}.eyJ${letters(20)}.${letters(20)}`,
  'password in a URL': 'postgres://admin:hunter2hunter2@',
  'bearer token': `Authorization: Bearer ${letters(32)}`,
};
const all = Object.values(secrets);
const textOf = (secret: string): string => secret.split('\n').at(-2) ?? secret;

describe('maskSecrets', () => {
  it('has an example of every kind', () => {
    expect(Object.keys(secrets)).toEqual(Object.keys(secretPatterns));
  });

  it.each(Object.entries(secrets))('masks a %s and keeps the numbers of lines', (_, secret) => {
    const text = `one\nkey = "${secret}"\nlast`;
    const masked = maskSecrets(text);
    expect(masked).not.toContain(textOf(secret));
    expect(masked).toMatch(/^one\nkey = "REDACTED\n*"\nlast$/u);
    expect(masked.split('\n')).toHaveLength(text.split('\n').length);
  });

  it('masks a private key that has no end', () => {
    const masked = maskSecrets(`-----BEGIN PRIVATE KEY-----\n${letters(64)}\n${letters(64)}\n\nProse goes on.`);
    expect(masked).toBe('REDACTED\n\n\n\nProse goes on.');
  });

  it('masks a private key in one line of source', () => {
    const code = `const key = "-----BEGIN PRIVATE KEY-----\\n${letters(64)}\\n-----END PRIVATE KEY-----\\n";`;
    expect(maskSecrets(code)).toBe('const key = "REDACTED\\n";');
  });

  it.each([
    'postgres://user:password@host is <changeme>',
    'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
    'https://example.com:8080/a@b',
  ])('leaves %j as it is', (text) => {
    expect(maskSecrets(text)).toBe(text);
  });

  it('removes every secret, and keeps the line numbers', () => {
    const part = fc.oneof(fc.constantFrom(...all), fc.string({ maxLength: 20 }), fc.constant('\n'));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join(' ');
        const masked = maskSecrets(text);
        expect(findSecrets(masked)).toEqual([]);
        expect(masked.split('\n')).toHaveLength(text.split('\n').length);
      }),
    );
  });

  it.each(['-----BEGIN PRIVATE KEY-----\n', '-', 'a://b:', 'eyJ', letters(12)])(
    'reads a long text of %j in one pass',
    (text) => {
      expect(typeof maskSecrets(text.repeat(200_000 / text.length))).toBe('string');
    },
  );
});

describe('the facts of a product with secrets', () => {
  it('contain none of them, and cite the same lines', async () => {
    const files = (secret: string) => ({
      'README.md': `# Tally\n\nCounts things.\n\n## Use\n\nSet ${secret} first.\n\n\`\`\`sh\nexport KEY='${secret}'\n\`\`\`\n\n## After\n\nThe end.\n`,
      'CHANGELOG.md': `# Changes\n\n## 1.1.0\n\n- Uses ${secret} now\n`,
      'package.json': JSON.stringify({ name: 'tally', version: '1.1.0', description: `Counts with ${secret} now.` }),
      'tally/__init__.py': `def count(key='${secret}'):\n    """Counts with ${secret} now."""\n    return len(key)\n`,
      'examples/count.py': `# Count with ${secret}\ncount('${secret}')\n`,
    });
    const reading = { signal: new AbortController().signal, parse: parseHere };
    const read = async (secret: string) => {
      const tree = memoryTree(files(secret));
      const config = testConfig({});
      const inventory = await takeInventory(tree, config);
      const { facts, snippets } = await readFacts(tree, inventory, config, reading);
      return { facts, snippets, evidence: await buildClaims(tree, { facts, snippets }) };
    };
    const plain = await read('REDACTED');
    expect(plain.facts.symbols).toHaveLength(1);
    for (const secret of all.filter((one) => !one.includes('\n'))) {
      const { facts, snippets, evidence } = await read(secret);
      expect(JSON.stringify({ facts, snippets, evidence })).not.toContain(secret);
      expect({ topics: facts.topics, symbols: facts.symbols }).toEqual({
        topics: plain.facts.topics,
        symbols: plain.facts.symbols,
      });
      expect(snippets).toEqual(plain.snippets);
    }
  });
});
