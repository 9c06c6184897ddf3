import { dialClient } from '@recourse/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deploy } from './deployment/deployment.ts';
import type { Deployment } from './deployment/deployment.ts';

const modern = { protocol: '2026-07-28' } as const;
const answerForm = (dialogue: { readonly requestedSchema: { readonly properties: object } }) => ({
  action: 'accept' as const,
  content: 'confirm' in dialogue.requestedSchema.properties ? { confirm: true } : { color: 'red' },
});

describe.each(['postgres', 'sqlite'] as const)('two processes on one %s store behind a round-robin proxy', (store) => {
  let deployment: Deployment | undefined;
  const open = (): Deployment => {
    if (!deployment) throw new Error('There is no deployment');
    return deployment;
  };
  beforeAll(async () => {
    deployment = await deploy({ size: 2, store });
    return () => deployment?.close();
  });

  it('confirm a call that another process asked about', async (context) => {
    if (!deployment) return context.skip();
    const { callTool, close } = await dialClient(open().proxy.url, { ...modern, elicit: answerForm });
    for (const line of ['burn 1', 'burn 2', 'burn 3']) {
      expect((await callTool('burn', { line })).structuredContent).toMatchObject({ ok: true });
    }
    expect(open().ledger()).toEqual(['burn 1', 'burn 2', 'burn 3']);
    expect([...open().proxy.served.values()].every((count) => count > 1)).toBe(true);
    await close();
  });

  it('answer the questions of a tool and of a prompt that another process asked', async (context) => {
    if (!deployment) return context.skip();
    const { callTool, client, close } = await dialClient(open().proxy.url, { ...modern, elicit: answerForm });
    for (const line of ['paint 1', 'paint 2']) {
      expect((await callTool('paint', { line })).structuredContent).toMatchObject({ action: 'accept' });
    }
    expect((await client.getPrompt({ name: 'greet' })).messages).toHaveLength(1);
    await close();
  });
});

describe('a process that is restarted', () => {
  let deployment: Deployment | undefined;
  afterEach(() => deployment?.close());

  it('takes the answer to a question that it asked before', async (context) => {
    deployment = await deploy({ size: 1, store: 'sqlite' });
    if (!deployment) return context.skip();
    const { proxy, processes, retire, start, ledger } = deployment;
    const [first] = processes;
    const elicit = async (dialogue: Parameters<typeof answerForm>[0]) => {
      const successor = await start();
      if (first && processes.includes(first)) await retire(first);
      expect(processes).toEqual([successor]);
      return answerForm(dialogue);
    };
    const { callTool, close } = await dialClient(proxy.url, { ...modern, elicit });
    expect((await callTool('burn', { line: 'late' })).structuredContent).toMatchObject({ ok: true });
    expect(ledger()).toEqual(['late']);
    await close();
  });
});
