/**
 * The means of an agent: calls, waiting, a person to ask, and a budget of both calls and time. All agents except the
 * shipped client use it; the shipped client keeps the same budget by itself.
 *
 * @typedef {{ kind: 'ok' | 'error' | 'protocol' | 'timeout' | 'closed', text: string }} Answer
 * @typedef {{ claim: 'success' | 'stop', text: string, end?: string, explain?: () => string }} Ended what an agent ends with: whether it says that it is done, and what it has in hand; the shipped client also names its end
 * @typedef {Awaited<ReturnType<typeof createSession>>} Session
 * @typedef {{ calls: number, seconds: number }} Budget
 *
 * @param {{ host: ReturnType<typeof import('../serve/host.mjs').createHost>, client: any, time: import('../world/time.mjs').Time, yes: boolean, budget: Budget, random: import('../world/random.mjs').Random }} options
 */
export const createSession = async ({ host, client, time, yes, budget, random }) => {
  let current = client;
  let calls = 0;
  const deadline = time.now() + budget.seconds * 1_000;
  const { tools } = await client.listTools();

  /** A connection that is gone comes back by itself, as with a supervisor. @type {(tool: string, args: Record<string, unknown>) => Promise<Answer>} */
  const call = async (tool, args) => {
    calls += 1;
    try {
      current ??= await host.start();
      const { isError, content } = await current.callTool({ name: tool, arguments: args }, { timeout: answerMs });
      const text = content.map((/** @type {any} */ block) => block.text ?? '').join('\n');
      return { kind: isError ? 'error' : 'ok', text };
    } catch (thrown) {
      const { code, message } = /** @type {{ code?: unknown, message: string }} */ (thrown);
      if (code === 'REQUEST_TIMEOUT') return { kind: 'timeout', text: message };
      if (typeof code === 'number') return { kind: 'protocol', text: message };
      current = undefined;
      return { kind: 'closed', text: message };
    }
  };

  return {
    call,
    tools,
    random,
    now: time.now,
    get callsLeft() {
      return budget.calls - calls;
    },
    /** Waits; false, and at once, where that would go past the deadline. */
    sleep: async (/** @type {number} */ ms) => {
      if (time.now() + ms >= deadline) return false;
      await time.sleep(ms);
      return true;
    },
    ask: () => yes,
  };
};

/** How long every agent waits for one answer. */
export const answerMs = 10_000;

/** @type {(text: string) => Ended} */
export const done = (text) => ({ claim: 'success', text });
/** @type {(text: string) => Ended} */
export const stop = (text) => ({ claim: 'stop', text });
