import { afterEach, describe, expect, it } from 'vitest';
import { agents } from '../src/agents.mjs';
import { overHttp, overRest, overStdio, overStdioOfSdk1, toEverything } from '../src/connect.mjs';

const ways = [
  { way: 'over stdio', connect: overStdio },
  { way: 'over HTTP', connect: overHttp },
  { way: 'over REST', connect: overRest },
];
const ofSdk1 = { way: 'over stdio by a client of SDK 1.32', connect: overStdioOfSdk1 };
const pairs = agents.flatMap((agent, index) =>
  [...ways, ...(index === 0 ? [ofSdk1] : [])].map((way) => ({ agent, name: agent.name, ...way })),
);

/** @type {(() => Promise<void>)[]} */
const open = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const pay = (/** @type {number} */ invoice) => ({ tool: 'pay_invoice', args: { invoice } });
const find = (/** @type {number} */ invoice) => ({ tool: 'find_invoice', args: { invoice } });
const tear = (/** @type {number} */ invoice) => ({ tool: 'tear_up_invoice', args: { invoice } });

const asParams = (/** @type {any} */ { tool, args }) => ({ name: tool, arguments: args });
const patient = { timeout: 20_000 };

describe.each(pairs)('$name, $way', ({ agent, connect }) => {
  /** @type {(calls: any[], options?: object, run?: object) => Promise<readonly any[]>} */
  const run = async (calls, options = {}, runOptions = {}) => {
    const connected = await connect(options);
    open.push(connected.close);
    return agent.run(connected.client, calls, runOptions);
  };

  it('shows the model structured content, of several steps', async () => {
    expect(await run([pay(1), find(1)])).toMatchObject([
      { failed: false, read: { invoice: 1, currency: 'euro' } },
      { failed: false, read: { invoice: 1, paid: 1 } },
    ]);
  });

  it('hides what it recovered from: a busy bank, a lost answer, a number sent as a string', async () => {
    const calls = [pay(100), pay(200), { tool: 'find_invoice', args: { invoice: '200' } }];
    const [retried, verified, corrected] = await run(calls);
    expect(retried).toMatchObject({ failed: false, read: { invoice: 100 } });
    expect(verified.failed).toBe(false);
    expect(JSON.stringify(verified.read)).toContain('took effect, but its answer was lost');
    expect(corrected).toMatchObject({ failed: false, read: { paid: 1 } });
  });

  it('shows the model a failure as data, and continues', async () => {
    const [missing, wrong, after] = await run([find(404), { tool: 'find_invoice', args: { invoice: 'x' } }, find(1)]);
    expect(missing).toMatchObject({
      failed: true,
      read: { end: 'handed_over', code: 'NOT_FOUND_RESOURCE', effect: 'none', details: { resource_id: '404' } },
    });
    expect(wrong).toMatchObject({
      failed: true,
      read: { code: 'VALIDATION_INVALID_TYPE', details: { problems: [{ path: '/invoice' }] } },
    });
    expect(wrong.read.todo).toMatch(/^Correct the arguments/);
    expect(after.failed).toBe(false);
  });

  it('tells the model of a call in doubt not to repeat it; an equal call has the key of the first, and pays nothing', async () => {
    const [doubt, again, found] = await run([pay(300), pay(300), find(300)]);
    expect(doubt).toMatchObject({
      failed: true,
      read: { end: 'in_doubt', effect: 'unknown', done: expect.stringMatching(/^called 2 times/) },
    });
    expect(doubt.read.todo).toContain('Do NOT call it again');
    expect(again).toMatchObject({ failed: true });
    expect(found.read.paid).toBe(1);
  });

  it('tells the model that a person did not say yes, and gives it nothing to say yes with', async () => {
    const [denied] = await run([tear(1)], { confirm: () => false });
    expect(denied.failed).toBe(true);
    const text = JSON.stringify(denied.read);
    expect(text).toContain('CONFIRMATION_DENIED');
    expect(text).toContain('A person was asked and did not say yes: it was NOT done.');
    expect(text).not.toContain('token');
  });

  it('reports a confirmation as work for a person, without the token', async () => {
    const [asked] = await run([tear(1)]);
    expect(asked).toMatchObject({
      failed: true,
      read: { code: 'CONFIRMATION_REQUIRED', details: { confirmation_message: 'Tear up invoice 1?' } },
    });
    expect(asked.read.todo).toContain('You cannot confirm it.');
    expect(asked.read.next_actions).toBeUndefined();
    expect(JSON.stringify(asked.read)).not.toMatch(/confirmation_token|recourse_confirm/);
  });

  it('does what a person says yes to', async () => {
    /** @type {string[]} */
    const questions = [];
    const confirm = (/** @type {any} */ question) => questions.push(question.message) > 0;
    expect(await run([tear(7)], { confirm })).toMatchObject([{ failed: false, read: { torn: true } }]);
    expect(questions).toEqual(['Tear up invoice 7?']);
  });

  it('tells the model that only a person can fix a denied permission', async () => {
    const [refused] = await run([pay(400)]);
    expect(refused).toMatchObject({ failed: true, read: { end: 'needs_person', code: 'PERMISSION_DENIED' } });
    expect(refused.read.todo).toContain('Only a person can fix this.');
  });

  it('stops with the run that is aborted, and the server is told', async () => {
    const { client, close } = await connect();
    open.push(close);
    const paid = async () => (await client.recover(asParams(find(500)))).result?.structuredContent.paid;
    const abort = new AbortController();
    const running = agent
      .run(client, [pay(500)], { signal: abort.signal })
      .catch((/** @type {unknown} */ error) => error);
    await expect.poll(paid, patient).toBe(1);
    abort.abort();
    await running;
    await expect.poll(paid, patient).toBe(2);
  });
});

describe.each(agents.map((agent) => ({ agent, name: agent.name })))('$name, with an ordinary server', ({ agent }) => {
  it('shows the model the error text of the server, and an unknown effect if the tool may write', async () => {
    const connected = await toEverything({ checkArguments: false });
    open.push(connected.close);
    const [echoed, wrong] = await agent.run(connected.client, [
      { tool: 'echo', args: { message: 'hello' } },
      { tool: 'get-sum', args: { a: 'one', b: 2 } },
    ]);
    expect(echoed).toEqual({ failed: false, read: 'Echo: hello' });
    expect(wrong).toMatchObject({
      failed: true,
      read: { end: 'in_doubt', code: 'VALIDATION_INVALID_TYPE', effect: 'unknown', inferred: { confidence: 'high' } },
    });
    expect(wrong?.read.message).toContain('Input validation error');
    expect(wrong?.read.todo).toContain('It may have taken effect');
    expect(wrong?.read.todo).not.toContain('fail the same way');
  });

  it('corrects a call by the listed schema, and tells the model what is wrong with another without sending it', async () => {
    const connected = await toEverything();
    open.push(connected.close);
    const [summed, wrong] = await agent.run(connected.client, [
      { tool: 'get-sum', args: { a: 1, b: '2' } },
      { tool: 'get-sum', args: { a: 'one', b: 2 } },
    ]);
    expect(summed).toMatchObject({ failed: false, read: expect.stringContaining('3') });
    expect(wrong).toMatchObject({
      failed: true,
      read: {
        end: 'handed_over',
        code: 'VALIDATION_INVALID_TYPE',
        effect: 'none',
        done: expect.stringContaining('nothing was sent'),
      },
    });
  });

  it('shows the model an image', async () => {
    const connected = await toEverything();
    open.push(connected.close);
    const [image] = await agent.run(connected.client, [{ tool: 'get-tiny-image', args: {} }]);
    const kinds = image?.read.map((/** @type {any} */ { type }) => type);
    expect(kinds).toEqual(['text', expect.stringMatching(/^(file|image)/), 'text']);
    expect(JSON.stringify(image?.read[1])).toContain('image/png');
  });
});
