/**
 * Writes messages to a server's stdin and reads its answers, line by line. An answer finds its request by its id.
 *
 * @typedef {(line: string) => void} OnLine
 *
 * @param {import('node:stream').Writable} input
 * @param {import('node:stream').Readable} output
 */
export const openLines = (input, output) => {
  /** @type {Map<string, OnLine>} */
  const waiting = new Map();
  let rest = '';
  output.on('data', (/** @type {Buffer} */ chunk) => {
    const text = rest === '' ? chunk.toString('latin1') : rest + chunk.toString('latin1');
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      const line = text.slice(from, end);
      from = end + 1;
      const id = /"id":(\d+)/.exec(line)?.[1] ?? '';
      const onLine = waiting.get(id);
      waiting.delete(id);
      onLine?.(line);
    }
    rest = text.slice(from);
  });
  return {
    /** @type {(id: number | string, line: string | Uint8Array, onLine: OnLine) => void} */
    send: (id, line, onLine) => {
      waiting.set(String(id), onLine);
      input.write(line, 'latin1');
    },
    /** For notifications, which get no answer. @type {(line: string) => void} */
    tell: (line) => void input.write(line, 'latin1'),
  };
};

/** @typedef {ReturnType<typeof openLines>} LineConnection */
