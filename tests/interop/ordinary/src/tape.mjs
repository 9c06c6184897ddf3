/**
 * Records the traffic between a client and a server: every call that reached the server, and whether its answer was
 * delivered. A test can make it drop the answers of the next calls, or kill the server during them.
 */
export const createTape = () => {
  const calls = [];
  const methods = [];
  const swallowed = [];
  const faults = [];
  const watchers = [];
  return {
    /** The parameters of every `tools/call` that was written to the server's input. */
    calls,
    /** The method of every message that was sent. */
    methods,
    /** The answers that the client never saw. */
    swallowed,
    /** Faults for the next calls, one each: 'swallow', 'kill before answer', 'kill after answer'. */
    faults,
    /** Resolves when the next answer has been swallowed: by then the server has done what it was asked. */
    nextSwallowed: () => new Promise((resolve) => watchers.push(resolve)),
    swallow: (answer) => {
      swallowed.push(answer);
      for (const watcher of watchers.splice(0)) watcher();
    },
  };
};

/** A transport of the SDK with the tape in between. The server behind it is a real process on real pipes. */
export const tapeTransport = (inner, tape) => {
  const pending = new Map();
  const kill = () => process.kill(inner.pid, 'SIGKILL');
  const transport = {
    start: () => {
      Object.assign(inner, {
        onmessage: (message, extra) => {
          const fault = message.method === undefined ? pending.get(message.id) : undefined;
          if (fault === undefined) return transport.onmessage?.(message, extra);
          tape.swallow(message);
          if (fault === 'kill after answer') kill();
        },
        onclose: () => transport.onclose?.(),
        onerror: (error) => transport.onerror?.(error),
      });
      return inner.start();
    },
    send: async (message, options) => {
      tape.methods.push(message.method);
      if (message.method !== 'tools/call') return inner.send(message, options);
      tape.calls.push(message.params);
      const fault = tape.faults.shift();
      if (fault !== undefined) pending.set(message.id, fault);
      await inner.send(message, options);
      if (fault === 'kill before answer') kill();
    },
    close: () => inner.close(),
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
  };
  return transport;
};
