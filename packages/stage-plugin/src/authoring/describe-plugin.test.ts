import { definePluginCodes } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { acceptConfig, definePluginConfig } from './define-plugin-config.ts';
import { definePluginTool } from './define-plugin-tool.ts';
import { defineStagePlugin } from './define-stage-plugin.ts';
import { describePlugin } from './describe-plugin.ts';

const codes = definePluginCodes('title', {
  EMPTY: {
    kind: 'error',
    category: 'not_found',
    http: 404,
    retryable: false,
    recovery: 'change_state',
    since: '1.0.0',
    summary: 'Page has no title',
    message: 'The page at {url} has no title',
    hint: 'Open a page that has a title.',
    details: z.object({ url: z.string(), length: z.int().optional() }),
  },
});

const read = definePluginTool({
  name: 'read',
  description: 'Reads the title.',
  input: z.strictObject({ trim: z.boolean().default(true) }),
  output: z.object({ title: z.string() }),
  operation: 'query',
  danger: 'safe',
  uses: ['page'],
  codes,
  errors: ['title.EMPTY'],
  run: () => ({ title: 'x' }),
});

const plugin = { name: 'title', version: '1.0.0', stage: '^0.1.0', codes, tools: [read] } as const;

describe('a description of a plugin', () => {
  it('has its capabilities, codes and tools with their defaults', () => {
    const config = definePluginConfig(z.strictObject({ limit: z.int().min(1) }));
    const manifest = describePlugin(defineStagePlugin({ ...plugin, config, capabilities: ['files', 'page'] }));
    expect(manifest).toMatchObject({
      name: 'title',
      capabilities: ['files', 'page'],
      config: { type: 'object', required: ['limit'] },
      codes: {
        EMPTY: {
          category: 'not_found',
          details: { url: { type: 'string', optional: false }, length: { optional: true } },
        },
      },
      tools: [
        { name: 'read', idempotent: false, session: true, uses: ['page'], errors: ['title.EMPTY'], timeoutMs: 60_000 },
      ],
    });
    expect(manifest.tools[0]?.input).not.toHaveProperty('$schema');
  });

  it.each([
    ['a name that is not one', { ...plugin, name: 'Title!' }, 'name'],
    ['codes of another plugin', { ...plugin, name: 'other' }, "title.EMPTY: must start with 'other.'"],
    ['a tool without a valid name', { ...plugin, tools: [{ ...read, name: 'Read it' }] }, 'tools.0.name'],
  ])('names every problem of %s', (_, broken, problem) => {
    expect(() => describePlugin(defineStagePlugin(broken))).toThrow(problem);
  });
});

describe('the configuration of a plugin', () => {
  it('is available once it is valid, and reports the problems of an invalid one', () => {
    const config = definePluginConfig(z.strictObject({ limit: z.int().min(1).default(5) }));
    expect(() => config.value).toThrow('until the plugin has started');
    expect(acceptConfig(config, { limit: 0 })).toEqual([expect.stringMatching(/^limit: /u)]);
    expect(acceptConfig(config, 'x')).toHaveLength(1);
    expect(acceptConfig(config, {})).toEqual([]);
    expect(config.value).toEqual({ limit: 5 });
  });
});
