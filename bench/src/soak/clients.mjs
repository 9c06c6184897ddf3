import { openConnection } from '../front-door/http-connection.mjs';
import { initialize, initialized, mcpHeaders, request } from '../front-door/wires.mjs';

/**
 * Someone who calls, over one transport and in one era. `ask` sends a whole message and gives the answer to it.
 *
 * @typedef {import('../front-door/wires.mjs').Era} Era
 * @typedef {{ readonly result?: any, readonly error?: any }} Answer
 * @typedef {{ ask(message: Readonly<Record<string, any>>): Promise<Answer>, call(name: string, given: object, meta?: object): Promise<any>, list(): Promise<Answer>, readonly post?: Post }} Client
 * @typedef {(path: string, headers: import('../front-door/wires.mjs').Headers, body: unknown, method?: string) => Promise<{ readonly status: number, readonly head: string, readonly body: string }>} Post
 */

/** How many requests were sent, over both transports. */
export const sent = { requests: 0 };

let lastId = 0;
export const nextId = () => (lastId += 1);

/** @type {(era: Era, ask: Client['ask']) => Client['call']} */
const callWith = (era, ask) => async (name, given, meta) => {
  const message = request(era, nextId(), 'tools/call', { name, arguments: given });
  const { params } = /** @type {{ params: { _meta?: object } }} */ (message);
  const { result, error } = await ask(
    meta ? { ...message, params: { ...params, _meta: { ...params._meta, ...meta } } } : message,
  );
  if (error) throw new Error(`expected a result, got the error ${JSON.stringify(error).slice(0, 400)}`);
  return result;
};

/** A client with one connection of its own. @type {(port: number, era: Era, onError: (error: Error) => void) => Promise<Client>} */
export const openHttpClient = async (port, era, onError) => {
  const connection = await openConnection(port, onError);
  /** @type {Post} */
  const post = (path, headers, body, method = 'POST') =>
    new Promise((resolve) => {
      sent.requests += 1;
      const text = body === undefined ? '' : JSON.stringify(body);
      const length = Buffer.byteLength(text);
      const lines = Object.entries({ host: `127.0.0.1:${port}`, 'content-length': length, ...headers });
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      connection.send(Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n${text}`), (status, answer, answerHead) =>
        resolve({ status, head: answerHead, body: decode(answer) }),
      );
    });
  /** @type {Client['ask']} */
  const ask = async (message) => {
    const { method, params } = message;
    const headers = { ...mcpHeaders(era, params?.name ?? ''), ...(era === '2026' && { 'mcp-method': method }) };
    const { body } = await post('/mcp', { 'content-type': 'application/json', ...headers }, message);
    return parseAnswer(body, message['id']);
  };
  return { ask, call: callWith(era, ask), list: () => ask(request(era, nextId(), 'tools/list')), post };
};

/** A client that shares the one pipe with others. @type {(lines: import('../front-door/line-connection.mjs').LineConnection, era: Era) => Client} */
export const createStdioClient = (lines, era) => {
  /** @type {Client['ask']} */
  const ask = (message) =>
    new Promise((resolve, reject) => {
      sent.requests += 1;
      lines.send(message['id'], Buffer.from(`${JSON.stringify(message)}\n`), (answer) => {
        try {
          resolve(parseAnswer(decode(answer), message['id']));
        } catch (error) {
          reject(error);
        }
      });
    });
  return { ask, call: callWith(era, ask), list: () => ask(request(era, nextId(), 'tools/list')) };
};

/** Connections hand on one character for each byte; most answers are ASCII, and are that already. @param {string} bytes */
const decode = (bytes) => (/[\x80-\xff]/.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes);

/** Plain JSON, or the last event of a stream. @type {(body: string, id: unknown) => Answer} */
const parseAnswer = (body, id) => {
  const text = body.startsWith('{')
    ? body
    : (body
        .match(/^data: \{.*$/gm)
        ?.at(-1)
        ?.slice(6) ?? '');
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new Error(`expected JSON, got ${body.slice(0, 400)}`);
  }
  if (answer.id !== id) throw new Error(`expected the answer to ${id}, got ${text.slice(0, 400)}`);
  return answer;
};

/** Opens a session over HTTP, calls in it through the given function, and ends it. @type {(post: Post, inSession: (call: Client['call']) => Promise<void>) => Promise<void>} */
export const withSession = async (post, inSession) => {
  const headers = { 'content-type': 'application/json', ...mcpHeaders('2025', '') };
  const id = nextId();
  const opened = await post('/mcp', headers, request('2025', id, initialize.method, initialize.params));
  parseAnswer(opened.body, id);
  const session = /\r\nmcp-session-id: *(\S+)/i.exec(opened.head)?.[1];
  if (session === undefined) throw new Error(`expected a session, got ${opened.head.slice(0, 400)}`);
  const own = { ...headers, 'mcp-session-id': session };
  await post('/mcp', own, initialized);
  await inSession(
    callWith('2025', async (message) => parseAnswer((await post('/mcp', own, message)).body, message['id'])),
  );
  const ended = await post('/mcp', own, undefined, 'DELETE');
  if (ended.status !== 200) throw new Error(`expected the end of a session, got ${ended.status} ${ended.body}`);
};
