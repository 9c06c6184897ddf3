import { connect } from 'node:net';

/** Sends a raw text to a port, and reads until the other side closes the connection. */
export const say = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(heard));
    socket.write(text, 'latin1');
  });

/** The statuses of the answers in a raw text. */
export const statusesIn = (heard: string): readonly number[] =>
  [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /gu)].map(([, status]) => Number(status));

/** A raw request; `lines` are further headers. */
export const post = (body: object | string, ...lines: readonly string[]): string => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = ['host: localhost', 'content-type: application/json', `content-length: ${text.length}`, ...lines];
  return `POST /mcp HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${text}`;
};

/** A raw health check that closes the connection. */
export const goodbye = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n';
