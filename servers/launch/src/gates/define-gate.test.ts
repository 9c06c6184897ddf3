import { RunError } from '@recourse/runs';
import { describe, expect, it } from 'vitest';
import { createCheckedRun } from '../testing/checked-run.ts';
import type { CheckedOptions } from '../testing/checked-run.ts';
import { defineGate } from './define-gate.ts';
import type { GateDefinition } from './define-gate.ts';

const file = 'content/docs/page.md';
const page = (body: string): string => `---\ntitle: Widgets\n---\n\n${body}\n`;

const runGate = async (definition: GateDefinition, options: CheckedOptions = {}) => {
  const { context, environment } = await createCheckedRun({ writes: { [file]: page('x') }, ...options });
  return defineGate(definition, environment).run(context);
};
const limits = { local: 60, ci: 60, prod: 60 };

describe('a gate', () => {
  it('reports that it ran out of time, as a blocker', async () => {
    const waits: GateDefinition = {
      name: 'slow',
      limits: { ...limits, local: 0.01 },
      look: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        }),
    };
    expect(await runGate(waits)).toMatchObject({ issues: [{ code: 'GATE_TIMEOUT', severity: 'blocker' }] });
  });

  it('fails if it breaks', async () => {
    const breaks: GateDefinition = { name: 'broken', limits, look: () => Promise.reject(new Error('broken')) };
    await expect(runGate(breaks)).rejects.toThrow('broken');
  });

  it('limits the number and the size of issues', async () => {
    const finds: GateDefinition = {
      name: 'many',
      limits,
      look: () => ({
        issues: Array.from({ length: 2000 }, (_, at) => ({
          code: 'X',
          severity: 'info' as const,
          message: 'm'.repeat(5000),
          context: `${at} ${'c'.repeat(5000)}`,
        })),
      }),
    };
    const found = await runGate(finds);
    const issues = 'issues' in found ? found.issues : found;
    expect(issues).toHaveLength(500);
    expect(Math.max(...issues.map((issue) => issue.message.length + (issue.context ?? '').length))).toBeLessThan(2000);
  });

  it.each(['hugo_build', 'internal_links'])('%s requires hugo in profiles ci and prod', async (gate) => {
    for (const validation_profile of ['ci', 'prod'] as const) {
      const run = await createCheckedRun({ config: { validation_profile } });
      const failure = await run
        .check(gate)
        .catch((error: unknown) => (error instanceof RunError ? error.failure : error));
      expect(failure).toMatchObject({ code: 'TOOLCHAIN_MISSING', details: { tool: 'hugo', gate } });
    }
  });

  it('is skipped without hugo in the local profile, and links are checked in the sources', async () => {
    const site = { 'content/docs/guide.md': page('## Start') };
    const text = page(
      '[a](/docs/guide/#start) [b](guide.md#start) [c](../guide/) [d](/docs/gone/) [e](guide.md#gone) [f](/docs/)',
    );
    const run = await createCheckedRun({ site, writes: { [file]: text } });
    expect(await run.check('hugo_build')).toEqual({ issues: [], skipped: 'hugo is not installed' });
    const { issues, tool } = await run.check('internal_links');
    expect(tool).toBeUndefined();
    expect(issues.map(({ code, context }) => [code, context])).toEqual([
      ['GATE_LINK_BROKEN_INTERNAL', '/docs/gone/'],
      ['GATE_LINK_BROKEN_ANCHOR', 'guide.md#gone'],
    ]);
  });

  it('reads only the files that the run touched', async () => {
    const site = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`content/docs/p${at}.md`, '---\nbroken: [\n---\n\t__X__']),
    );
    const run = await createCheckedRun({ site, writes: { [file]: page('Widgets.') } });
    const reads: string[] = [];
    const { repositories } = run.environment;
    const counting: typeof repositories = {
      ...repositories,
      withTree: (place, signal, use) =>
        repositories.withTree(place, signal, (tree) =>
          use({
            ...tree,
            read: (path) => {
              reads.push(path);
              return tree.read(path);
            },
          }),
        ),
    };
    const again = await createCheckedRun({
      site,
      writes: { [file]: page('Widgets.') },
      environment: { repositories: { ...counting, withTree: counting.withTree.bind(counting) } },
    });
    for (const gate of [
      'patches',
      'frontmatter',
      'markdown_lint',
      'snippets',
      'consistency',
      'template_tokens',
      'secrets',
      'external_links',
    ]) {
      expect((await again.check(gate)).issues).toEqual([]);
    }
    expect(new Set(reads)).toEqual(new Set([file]));
  });
});
