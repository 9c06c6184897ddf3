import type { StoredTask, Tasks } from '@recourse/engine/sharing';
import { createMemoryTasks } from '@recourse/engine/sharing';
import { afterEach, describe, expect, it } from 'vitest';
import { idempotencyKeyMetaKey } from '../meta-keys.ts';
import { modernVersion, protocolMeta, tasksExtension } from '../rpc/protocol.ts';
import { openStdio, toolCall } from '../testing/open-stdio.ts';
import { openTaskLab } from '../testing/task-lab.ts';

type Lab = Awaited<ReturnType<typeof openTaskLab>>;

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.close();
  lab = undefined;
});
const open = async (...given: Parameters<typeof openTaskLab>): Promise<Lab> => (lab = await openTaskLab(...given));

const other = { door: 1 };
const elicitation = { capabilities: { elicitation: { form: {} } } };
const keyed = (key: string) => ({ meta: { [idempotencyKeyMetaKey]: key } });

describe('a call whose client accepts tasks', () => {
  it('is answered with a task that any process can read, and has its result there', async () => {
    const { call, get, until, release, started } = await open();
    const task = await call('slow', { id: 'a' });
    expect(task).toMatchObject({ resultType: 'task', status: 'working', ttlMs: 86_400_000, pollIntervalMs: 1000 });
    expect(task).not.toHaveProperty('result');
    await started('a');
    const { taskId } = task;
    expect(await get(taskId, other)).toMatchObject({ resultType: 'complete', taskId, status: 'working' });
    release('a');
    const ended = await until(taskId, 'completed', other);
    expect(ended).toMatchObject({
      taskId,
      result: { structuredContent: { ok: true, id: 'a' }, resultType: 'complete' },
    });
    expect(await get(taskId)).toEqual(ended);
  });

  it('is answered at once if it is refused, without a task', async () => {
    const { call, servers } = await open();
    expect(await call('slow', { id: 7 })).toMatchObject({ resultType: 'complete', isError: true });
    expect(servers[0]?.hasTasks).toBe(true);
  });

  it('is confirmed first, and becomes a task with the confirmation, through another process', async () => {
    const { call, until, done } = await open();
    const asked = await call('burn', { id: 'b' }, elicitation);
    expect(asked).toMatchObject({ resultType: 'input_required' });
    const { requestState } = asked;
    const inputResponses = { recourse_confirm: { action: 'accept', content: { confirm: true } } };
    const task = await call(
      'burn',
      { id: 'b' },
      { ...elicitation, ...other, params: { requestState, inputResponses } },
    );
    expect(task).toMatchObject({ resultType: 'task' });
    expect(task).not.toHaveProperty('requestState');
    await until(task['taskId'], 'completed');
    expect(done).toEqual(['b']);
  });

  it('is confirmed by a token too, and then a task of recourse_confirm', async () => {
    const { call, until, done } = await open();
    const refused = await call('burn', { id: 'c' });
    const { details } = refused['structuredContent'] as { details: { confirmation_token: string } };
    const task = await call('recourse_confirm', { confirmation_token: details.confirmation_token }, other);
    expect(task).toMatchObject({ resultType: 'task' });
    await until(task['taskId'], 'completed');
    expect(done).toEqual(['c']);
  });

  it('ends completed with isError if the tool fails', async () => {
    const { call, until, release } = await open();
    release('fail');
    const { taskId } = await call('slow', { id: 'fail' });
    expect(await until(taskId, 'completed')).toMatchObject({
      result: { isError: true, structuredContent: { code: 'UPSTREAM_UNAVAILABLE' } },
    });
  });

  it('ends failed with the error of the protocol if the client lacks a capability', async () => {
    const { call, until } = await open();
    const { taskId } = await call('paint', { id: 'd' });
    expect(await until(taskId, 'failed')).toMatchObject({ error: { code: -32021 } });
  });

  it('makes no task of the calls that its handler makes', async () => {
    const { call, until } = await open();
    const { taskId } = await call('outer', { id: 'x' });
    expect(await until(taskId, 'completed')).toMatchObject({ result: { structuredContent: { inner: true } } });
  });
});

describe('a call whose client does not accept tasks', () => {
  const plain = { tasks: false };

  it('runs at once', async () => {
    const { call, release } = await open();
    release('e');
    expect(await call('slow', { id: 'e' }, plain)).toMatchObject({
      resultType: 'complete',
      structuredContent: { id: 'e' },
    });
  });

  it('is refused with -32021 if the tool runs only as a task', async () => {
    const { send } = await open();
    const { status, json } = await send('tools/call', { name: 'only_task', arguments: { id: 'f' } }, plain);
    expect(status).toBe(400);
    expect(json).toMatchObject({
      error: {
        code: -32021,
        data: { code: 'VALIDATION_CLIENT_INPUT', requiredCapabilities: { extensions: { [tasksExtension]: {} } } },
      },
    });
  });

  it('gets the same refusal as a failure over REST', async () => {
    const { doors } = await open();
    const answer = await doors[0]?.ask({
      path: '/desk/tools/only_task',
      headers: { authorization: 'Bearer ada' },
      body: { id: 'g' },
    });
    expect(answer).toMatchObject({ status: 422, json: { code: 'VALIDATION_CLIENT_INPUT', effect: 'none' } });
  });

  it.each([
    ['tasks/get', { taskId: 'x' }],
    ['tasks/update', { taskId: 'x', inputResponses: {} }],
    ['tasks/cancel', { taskId: 'x' }],
    ['subscriptions/listen', { notifications: { taskIds: ['x'] } }],
  ])('cannot ask for tasks: %s', async (method, params) => {
    const { send } = await open();
    expect((await send(method, params, plain)).json).toMatchObject({ error: { code: -32021 } });
  });
});

describe('the idempotency key of a task', () => {
  it('gives the same task again, through every process and after its end', async () => {
    const { call, until, release, done } = await open();
    const { taskId } = await call('slow', { id: 'k' }, keyed('key'));
    expect(await call('slow', { id: 'k' }, { ...keyed('key'), ...other })).toMatchObject({ taskId, status: 'working' });
    release('k');
    await until(taskId, 'completed');
    expect(await call('slow', { id: 'k' }, { ...keyed('key'), ...other })).toMatchObject({
      taskId,
      status: 'completed',
    });
    expect(done).toEqual(['k']);
  });

  it('is refused with other arguments', async () => {
    const { call, release } = await open();
    await call('slow', { id: 'k' }, keyed('key'));
    expect(await call('slow', { id: 'l' }, keyed('key'))).toMatchObject({
      isError: true,
      structuredContent: { code: 'CONFLICT_IDEMPOTENCY_KEY' },
    });
    release('k');
  });

  it('leads to a new task after a call without effect', async () => {
    const { call, until, release } = await open();
    release('fail once');
    const first = await call('slow', { id: 'fail once' }, keyed('key'));
    await until(first['taskId'], 'completed');
    const second = await call('slow', { id: 'fail once' }, keyed('key'));
    expect(second).toMatchObject({ resultType: 'task' });
    expect(second['taskId']).not.toBe(first['taskId']);
    await until(second['taskId'], 'completed');
  });

  it('belongs to its principal', async () => {
    const { call, release } = await open();
    const { taskId } = await call('slow', { id: 'k' }, keyed('key'));
    const others = await call('slow', { id: 'k' }, { ...keyed('key'), principal: 'eve' });
    expect(others['taskId']).not.toBe(taskId);
    release('k');
  });
});

describe('the task of another principal', () => {
  it.each([
    ['tasks/get', {}],
    ['tasks/update', { inputResponses: {} }],
    ['tasks/cancel', {}],
  ])('is unknown to %s', async (method, more) => {
    const { call, get, send, release } = await open();
    const { taskId } = await call('slow', { id: 'm' });
    const { json, status } = await send(method, { taskId, ...more }, { principal: 'eve' });
    expect(status).toBe(200);
    expect(json).toMatchObject({ error: { code: -32602, data: { code: 'NOT_FOUND_RESOURCE' } } });
    expect(await get(taskId)).toMatchObject({ status: 'working' });
    release('m');
  });
});

describe('tasks/cancel', () => {
  it('reaches the handler in another process, and says the same about an ended task', async () => {
    const { call, send, started, until, done } = await open();
    const { taskId } = await call('slow', { id: 'n' });
    await started('n');
    const ack = { result: { resultType: 'complete' } };
    const { json } = await send('tasks/cancel', { taskId }, other);
    expect(json).toMatchObject(ack);
    expect(json['result']).not.toHaveProperty('taskId');
    expect(await until(taskId, 'cancelled')).toMatchObject({
      statusMessage: "'slow' was cancelled. Check whether it took effect.",
    });
    expect((await send('tasks/cancel', { taskId }, other)).json).toMatchObject(ack);
    expect(done).toEqual([]);
  });

  it('comes too late for a handler that has ended', async () => {
    const { call, send, get, until, release } = await open();
    release('o');
    const { taskId } = await call('slow', { id: 'o' });
    await until(taskId, 'completed');
    await send('tasks/cancel', { taskId }, other);
    expect(await get(taskId)).toMatchObject({ status: 'completed' });
  });
});

describe('a question of a task', () => {
  const yes = (content: object) => ({ action: 'accept', content });

  it('is answered through another process, part by part', async () => {
    const { call, send, until, done } = await open();
    const { taskId } = await call('paint', { id: 'p' }, elicitation);
    const asking = await until(taskId, 'input_required', other);
    expect(Object.keys(asking['inputRequests'] as object)).toEqual(['color', 'size']);
    const update = (inputResponses: object) => send('tasks/update', { taskId, inputResponses }, other);
    expect((await update({ color: yes({ color: 'red' }), unknown: {} })).json).toMatchObject({
      result: { resultType: 'complete' },
    });
    const left = await until(taskId, 'input_required');
    expect(Object.keys(left['inputRequests'] as object)).toEqual(['size']);
    // Answered already, unknown, or no answer at all: ignored.
    await update({ color: yes({ color: 'blue' }), size: 'large' });
    expect(await until(taskId, 'input_required')).toEqual(left);
    await update({ size: yes({ size: 'large' }) });
    expect(await until(taskId, 'completed', other)).toMatchObject({
      result: { structuredContent: { color: 'accept', size: 'accept' } },
    });
    expect(done).toEqual(['p']);
  });

  it('ends with the task if it is cancelled', async () => {
    const { call, send, until, done } = await open();
    const { taskId } = await call('paint', { id: 'q' }, elicitation);
    await until(taskId, 'input_required');
    await send('tasks/cancel', { taskId }, other);
    await until(taskId, 'cancelled');
    expect(done).toEqual([]);
  });
});

describe('a task whose process is gone', () => {
  /** A store in which the process of every task can fall silent. */
  const openSilent = async () => {
    const tasks = createMemoryTasks();
    const silence = { isSilent: false };
    const seen = (task: StoredTask | undefined): StoredTask | undefined =>
      task && silence.isSilent && !task.ended ? { ...task, silent_since: task.created_at } : task;
    const silent: Tasks = {
      ...tasks,
      find: async (...given) => seen(await tasks.find(...given)),
      findByKey: async (...given) => seen(await tasks.findByKey(...given)),
    };
    return { ...(await open(2, { stores: { tasks: silent } })), silence };
  };

  it('ends with an unknown effect and the look, and is not run again', async () => {
    const { call, get, started, release, silence, done } = await openSilent();
    const { taskId } = await call('slow', { id: 'r' }, keyed('key'));
    await started('r');
    silence.isSilent = true;
    const ended = await get(taskId, other);
    expect(ended).toMatchObject({
      status: 'completed',
      result: {
        isError: true,
        structuredContent: {
          code: 'CONFLICT_OUTCOME_UNKNOWN',
          effect: 'unknown',
          retryable: true,
          subject: { type: 'line', id: 'r' },
          next_actions: [{ tool: 'look', arguments: { id: 'r' } }],
        },
      },
    });
    // The key still belongs to the handler: a repeated call gets no second one.
    expect(await call('slow', { id: 'r' }, { ...keyed('key'), ...other })).toMatchObject({
      structuredContent: { code: 'CONFLICT_IN_FLIGHT' },
    });
    release('r');
    await expect.poll(() => done).toEqual(['r']);
    // The end that comes late changes nothing about the task; the key returns it.
    expect(await get(taskId)).toEqual(ended);
    expect(await call('slow', { id: 'r' }, { ...keyed('key'), ...other })).toMatchObject({
      structuredContent: { ok: true, id: 'r' },
    });
    expect(done).toEqual(['r']);
  });

  it('may simply be called again if it only reads', async () => {
    const { call, get, started, release, silence } = await openSilent();
    const { taskId } = await call('look', { id: 'wait' });
    await started('wait');
    silence.isSilent = true;
    expect(await get(taskId)).toMatchObject({
      result: { structuredContent: { code: 'CONFLICT_OUTCOME_UNKNOWN', effect: 'none', recovery: 'retry' } },
    });
    release('wait');
  });
});

describe('at the door', () => {
  it.each(['tasks/list', 'tasks/result'])('%s of the older draft is unknown', async (method) => {
    const { send } = await open();
    expect((await send(method, {})).json).toMatchObject({
      error: { code: -32601, data: { code: 'NOT_FOUND_OPERATION' } },
    });
  });

  it('a header that names another task is refused', async () => {
    const { call, send, release } = await open();
    const { taskId } = await call('slow', { id: 's' });
    const { json } = await send('tasks/get', { taskId }, { headers: { 'mcp-name': 'task_of_another' } });
    expect(json).toMatchObject({ error: { code: -32020 } });
    release('s');
  });

  it.each([{}, { taskId: 7 }, { taskId: '' }, { taskId: 'x'.repeat(9000) }])(
    '%j names no known task',
    async (params) => {
      const { send } = await open();
      const named = 'taskId' in params && typeof params.taskId === 'string' && params.taskId.length < 99;
      const headers = named ? { 'mcp-name': params.taskId } : {};
      expect((await send('tasks/get', params, { headers })).json).toMatchObject({ error: { data: { ok: false } } });
    },
  );

  it('the extension is announced on 2026-07-28, and in no handshake', async () => {
    const { send, doors } = await open();
    const { json } = await send('server/discover', {});
    expect(json).toMatchObject({ result: { capabilities: { extensions: { [tasksExtension]: {} } } } });
    const hello = await doors[0]?.ask({
      headers: { accept: 'application/json, text/event-stream', authorization: 'Bearer ada' },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      },
    });
    expect(JSON.stringify(hello?.json)).not.toContain(tasksExtension);
  });

  it('a server that ends waits for its tasks, and their end is recorded', async () => {
    const { call, doors, get, started, release } = await open();
    const { taskId } = await call('slow', { id: 't' });
    await started('t');
    const closing = doors[0]?.close();
    release('t');
    await closing;
    expect(await get(taskId, other)).toMatchObject({ status: 'completed', result: { structuredContent: { id: 't' } } });
  });

  it('a task continues over stdio too, and is asked for there', async () => {
    const { servers, release, started, get } = await open(1);
    const [server] = servers;
    if (!server) throw new Error('There is no server');
    const line = await openStdio(server);
    const meta = {
      [protocolMeta.version]: modernVersion,
      [protocolMeta.clientCapabilities]: { extensions: { [tasksExtension]: {} } },
    };
    line.send(toolCall(1, 'slow', { id: 'u' }, meta));
    const [created] = (await line.received(1)) as [{ readonly result: { readonly taskId: string } }];
    expect(created).toMatchObject({ id: 1, result: { resultType: 'task', status: 'working' } });
    await started('u');
    const { taskId } = created.result;
    const cancel = { jsonrpc: '2.0', id: 2, method: 'tasks/cancel', params: { taskId, _meta: meta } };
    line.send(cancel, toolCall(3, 'only_task', { id: 'v' }, { ...meta, [protocolMeta.clientCapabilities]: {} }));
    const answers = await line.received(3);
    expect(answers).toContainEqual(
      expect.objectContaining({ id: 3, error: expect.objectContaining({ code: -32021 }) }),
    );
    expect(answers).toContainEqual(
      expect.objectContaining({ id: 2, result: expect.objectContaining({ resultType: 'complete' }) }),
    );
    await expect.poll(() => get(taskId)).toMatchObject({ status: 'cancelled' });
    release('u');
    await line.close();
  });
});
