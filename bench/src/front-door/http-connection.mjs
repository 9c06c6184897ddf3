import { connect } from 'node:net';

/**
 * One kept-alive connection that writes prepared requests and reads answers, and does no more than that: a real HTTP
 * client costs more than the fastest of the servers that it would measure.
 *
 * @typedef {(status: number, body: string, head: string) => void} OnAnswer
 * @typedef {{ send(request: string | Uint8Array, onAnswer: OnAnswer): void, close(): void }} HttpConnection
 *
 * @param {number} port
 * @param {(error: Error) => void} onError
 * @returns {Promise<HttpConnection>}
 */
export const openConnection = async (port, onError) => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  /** @type {OnAnswer | undefined} */
  let waiting;
  let received = '';
  let isOurs = true;
  socket.on('error', onError);
  socket.on('close', () => isOurs && onError(new Error('The server closed a connection that was in use')));
  socket.on('data', (chunk) => {
    // One character for each byte, so that lengths are what the headers say. All that is looked for is ASCII.
    received = received === '' ? chunk.toString('latin1') : received + chunk.toString('latin1');
    const answer = readAnswer(received);
    if (!answer) return;
    received = '';
    const onAnswer = waiting;
    waiting = undefined;
    onAnswer?.(answer.status, answer.body, answer.head);
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    send: (request, onAnswer) => {
      waiting = onAnswer;
      socket.write(request, 'latin1');
    },
    close: () => {
      isOurs = false;
      socket.destroy();
    },
  };
};

/** The answer, once all of it is there. @param {string} text */
const readAnswer = (text) => {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = text.slice(0, end);
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const from = end + 4;
    return text.length >= from + Number(length) ? { status, head, body: text.slice(from) } : undefined;
  }
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return { status, head, body: '' };
  const body = readChunks(text, end + 4);
  return body === undefined ? undefined : { status, head, body };
};

/**
 * @param {string} text
 * @param {number} from
 */
const readChunks = (text, from) => {
  let body = '';
  for (let at = from; ;) {
    const lineEnd = text.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (text.length < next) return undefined;
    if (size === 0) return body;
    body += text.slice(lineEnd + 2, next - 2);
    at = next;
  }
};

/**
 * One request with an ordinary client, for what is asked once: opening a session.
 *
 * @param {number} port
 * @param {string} path
 * @param {Readonly<Record<string, string>>} headers
 * @param {unknown} body
 */
export const postOnce = async (port, path, headers, body) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  await response.text();
  if (!response.ok) throw new Error(`POST ${path} was answered with ${response.status}`);
  return response.headers;
};
