/**
 * The line between a client and a server. It loses what it is told to lose, ends when the process behind it dies, and
 * writes down every call of a tool: what was sent, what came back, and which fault it met. Both servings and all agents
 * are judged by what is written here and by the ledger.
 *
 * @typedef {object} Recorded
 * @property {string} tool
 * @property {Record<string, unknown>} arguments
 * @property {string | undefined} key
 * @property {number} at
 * @property {'ok' | 'failed' | 'lost'} outcome `ok` where the answer does not call itself an error
 * @property {boolean} ambiguous whether the one who sent it cannot know if it took effect
 * @property {boolean} passing whether it met a fault that goes away by being met
 * @property {number} bytes
 * @property {string} sent what a model writes for it
 * @property {string} shown what a model is shown of the answer
 * @property {string | undefined} failure the whole answer, where it is a failure
 *
 * @param {{ transport: any, wire: any[], world: import('../world/create-world.mjs').World, time: import('../world/time.mjs').Time, host: { crash: () => void }, calls: Recorded[] }} options
 */
export const createLine = ({ transport: inner, wire, world, time, host, calls }) => {
  /** @type {Map<unknown, { recorded: Recorded, fault: any, met: number }>} */
  const open = new Map();
  let isClosed = false;

  const line = {
    /** @type {((message: any, extra?: any) => void) | undefined} */ onmessage: undefined,
    /** @type {(() => void) | undefined} */ onclose: undefined,
    /** @type {((error: Error) => void) | undefined} */ onerror: undefined,
    sessionId: undefined,
    start: () => inner.start(),
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      await inner.close();
      line.onclose?.();
    },
    send: async (/** @type {any} */ message, /** @type {any} */ options) => {
      if (message.method !== 'tools/call') return inner.send(message, options);
      const { name, arguments: args = {}, _meta: meta = {} } = message.params;
      const recorded = record(name, args, meta, message);
      const fault = meetOnWire(name);
      open.set(message.id, { recorded, fault, met: world.met.length });
      if (fault === 'lose_request') return time.skipSoon();
      if (fault === 'close_before') return host.crash();
      return inner.send(message, options);
    },
  };
  Object.assign(inner, {
    onmessage: (/** @type {any} */ message, /** @type {any} */ extra) => {
      const found = message.method === undefined ? open.get(message.id) : undefined;
      if (!found) return line.onmessage?.(message, extra);
      noteFaults(found);
      if (found.fault === 'lose_answer') return time.skipSoon();
      if (found.fault === 'close_after') return host.crash();
      open.delete(message.id);
      // An answer that came leaves open only what the back end left open.
      found.recorded.ambiguous = world.met.slice(found.met).some(({ ambiguous }) => ambiguous);
      answer(found.recorded, message);
      line.onmessage?.(message, extra);
    },
    onclose: () => void line.close(),
    onerror: (/** @type {Error} */ error) => line.onerror?.(error),
  });

  const record = (
    /** @type {string} */ tool,
    /** @type {any} */ args,
    /** @type {any} */ meta,
    /** @type {unknown} */ message,
  ) => {
    /** @type {Recorded} */
    const recorded = {
      tool,
      arguments: args,
      key: meta['dev.recourse/idempotency_key'],
      at: time.now(),
      outcome: 'lost',
      ambiguous: true,
      passing: false,
      bytes: JSON.stringify(message).length,
      sent: JSON.stringify({ name: tool, arguments: args }),
      shown: '',
      failure: undefined,
    };
    calls.push(recorded);
    return recorded;
  };

  const meetOnWire = (/** @type {string} */ tool) => {
    for (const fault of wire) {
      if (fault.tool !== tool) continue;
      fault.seen += 1;
      if (fault.seen === (fault.call ?? 1)) return fault.kind;
    }
    return undefined;
  };

  const noteFaults = (/** @type {{ recorded: Recorded, met: number }} */ { recorded, met }) => {
    recorded.passing = world.met.slice(met).some(({ passing }) => passing);
  };

  const answer = (/** @type {Recorded} */ recorded, /** @type {any} */ message) => {
    const text = JSON.stringify(message);
    const failed = message.error !== undefined || message.result?.isError === true;
    recorded.bytes += text.length;
    recorded.outcome = failed ? 'failed' : 'ok';
    recorded.failure = failed ? text : undefined;
    recorded.shown = message.error ? JSON.stringify(message.error) : textOf(message.result);
  };

  return { transport: line, crash: () => line.close() };
};

const textOf = (/** @type {any} */ { content = [] }) =>
  content.map((/** @type {any} */ { text = '' }) => text).join('\n');
