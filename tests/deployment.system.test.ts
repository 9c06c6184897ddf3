import { spawn } from 'node:child_process';
import { dialClient } from '@recourse/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { repetitions } from '@recourse/testkit/repetitions';
import { main } from '../packages/cli/src/testing/start-serve.ts';
import { deploy } from './deployment/deployment.ts';
import type { Deployment } from './deployment/deployment.ts';
import { startLoad } from './deployment/load.ts';
import { createRawClient } from './deployment/raw-client.ts';

/** Every process is replaced at least once, however short this is. */
const loadMs = repetitions({ atLeast: 3000, full: 60_000 });

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

  it('tell a client of one about changes in the other', async (context) => {
    if (!deployment) return context.skip();
    const { client, callTool, close } = await dialClient(open().proxy.url, modern);
    const told: string[] = [];
    let wake: () => void = () => undefined;
    const hear = (change: string): void => {
      told.push(change);
      wake();
    };
    client.setNotificationHandler('notifications/tools/list_changed', () => hear('tools'));
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => hear(params.uri));
    const subscription = await client.listen({ toolsListChanged: true, resourceSubscriptions: ['desk://rules'] });
    // In turn, so that one of the two comes from the process that does not hold the stream.
    const pids = [await callTool('announce'), await callTool('announce')].map((result) => result.structuredContent);
    expect(new Set(pids.map((content) => (content as { pid: number }).pid)).size).toBe(2);
    while (told.length < 4) await new Promise<void>((resolve) => (wake = resolve));
    expect([...told].sort()).toEqual(['desk://rules', 'desk://rules', 'tools', 'tools']);
    await subscription.close();
    await close();
  });

  it('serve clients of older revisions as the store says', async (context) => {
    if (!deployment) return context.skip();
    const response = await fetch(open().proxy.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
      }),
    });
    await response.text();
    expect(response.headers.has('mcp-session-id')).toBe(store === 'sqlite');
    if (store === 'sqlite') return;
    const { callTool, close } = await dialClient(open().proxy.url);
    for (const line of ['old 1', 'old 2']) {
      expect((await callTool('slow', { line })).structuredContent).toMatchObject({ ok: true });
    }
    await close();
  });

  it('say when they start whether there are sessions', async (context) => {
    if (!deployment) return context.skip();
    const { folder, environment } = open();
    const child = spawn(process.execPath, [main, 'serve', 'fixture', '--http', '127.0.0.1:0'], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    for await (const chunk of child.stderr) {
      said += String(chunk);
      if (said.includes('Press Ctrl-C to stop.')) child.kill('SIGTERM');
    }
    expect(said.includes('Clients of MCP revisions before 2026-07-28 get no session')).toBe(store === 'postgres');
    expect(said).toContain('Press Ctrl-C to stop.');
  });

  it('poll and cancel a task that another process runs', async (context) => {
    if (!deployment) return context.skip();
    const client = createRawClient(open().proxy.url);
    const { taskId } = await client.call('slow', '60000ms cancelled');
    await client.ask('tasks/cancel', { taskId });
    expect(await client.settled(taskId)).toMatchObject({ status: 'cancelled' });
    expect(open().ledger()).not.toContain('60000ms cancelled');
  });

  it('end the task of a process that was killed, and do not run it again', async (context) => {
    if (!deployment) return context.skip();
    const client = createRawClient(open().proxy.url);
    const line = '60000ms killed';
    const task = await client.call('slow', line);
    await expect.poll(() => open().ledger(), { timeout: 30_000 }).toContain(`began ${line}`);
    const [first, second] = open().processes;
    for (const one of [first, second]) {
      await open().start();
      if (one) await open().retire(one, 'SIGKILL');
    }
    expect(await client.settled(task['taskId'])).toMatchObject({
      status: 'completed',
      result: { isError: true, structuredContent: { code: 'CONFLICT_OUTCOME_UNKNOWN', effect: 'unknown' } },
    });
    expect(await client.call('slow', line)).toMatchObject({ structuredContent: { code: 'CONFLICT_OUTCOME_UNKNOWN' } });
    expect(
      open()
        .ledger()
        .filter((written) => written === `began ${line}`),
    ).toHaveLength(1);
  });
});

describe('three processes under load, replaced one after the other', () => {
  let deployment: Deployment | undefined;
  afterEach(() => deployment?.close());

  it('fail no call and repeat none', async (context) => {
    deployment = await deploy({ size: 3, store: 'postgres' });
    if (!deployment) return context.skip();
    const { proxy, processes, start, retire, ledger } = deployment;
    const load = startLoad(createRawClient(proxy.url), 2);
    const until = performance.now() + loadMs;
    do {
      const [oldest] = processes;
      await start();
      if (oldest) expect(await retire(oldest)).toBe(0);
    } while (performance.now() < until);
    const { written, cancelled, failed } = await load.stop();
    expect(failed).toEqual([]);
    const lines = ledger().filter((line) => !line.startsWith('began '));
    const counts = new Map<string, number>();
    for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
    expect([...written].filter((line) => !counts.has(line))).toEqual([]);
    expect([...counts.keys()].filter((line) => !written.has(line) && !cancelled.has(line))).toEqual([]);
    for (const kind of ['confirmation', 'elicitation', 'task', 'cancellation']) {
      expect([...written, ...cancelled].some((line) => line.startsWith(kind))).toBe(true);
    }
  }, 600_000);
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
