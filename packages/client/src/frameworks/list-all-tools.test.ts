import { describe, expect, it } from 'vitest';
import { listAllTools } from './list-all-tools.ts';
import type { ToolSource } from './list-all-tools.ts';

const sourceOf = (list: (params?: { readonly cursor?: string }) => unknown): ToolSource => ({
  recover: () => Promise.reject(new Error('not used')),
  listTools: (params?: object) => Promise.resolve(list(params)),
});

const inputSchema = { type: 'object', properties: { id: { $ref: '#/$defs/id' } }, $defs: { id: { type: 'integer' } } };

describe('the tools of a server', () => {
  it('are those of all pages, with the schemas as they came', async () => {
    const pages: Record<string, unknown> = {
      first: { tools: [{ name: 'one', description: 'One.', inputSchema }], nextCursor: 'second' },
      second: { tools: [{ name: 'two', title: 'Two', inputSchema }] },
    };
    const tools = await listAllTools(sourceOf((params) => pages[params?.cursor ?? 'first']));
    expect(tools).toEqual([
      { name: 'one', description: 'One.', inputSchema },
      { name: 'two', title: 'Two', description: '', inputSchema },
    ]);
    expect(tools[0]?.inputSchema).toBe(inputSchema);
  });

  it('are listed without the one that confirms, and without entries that are not tools', async () => {
    const tools = [{ name: 'recourse_confirm', inputSchema }, { name: 7 }, null, 'x', { name: 'pay' }];
    expect(await listAllTools(sourceOf(() => ({ tools })))).toEqual([
      { name: 'pay', description: '', inputSchema: { type: 'object' } },
    ]);
    expect(await listAllTools(sourceOf(() => 'nonsense'))).toEqual([]);
  });

  it.each([
    ['turns in a circle', () => 'again'],
    ['has always one more page', (call: number) => `page ${call}`],
  ])('are an error where the list %s', async (_, cursor) => {
    let calls = 0;
    const endless = sourceOf(() => ({ tools: [], nextCursor: cursor((calls += 1)) }));
    await expect(listAllTools(endless)).rejects.toThrow('is too long or repeats a page');
    expect(calls).toBeLessThan(103);
  });
});
