import { createServer } from 'node:http';

/** A server that records every request, changed by `tamper`, and answers as it is told. */
export const startRecorder = async ({ tamper = (request) => request } = {}) => {
  let requests = [];
  let answer = {};
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      requests.push(tamper({ method, url, headers, body: Buffer.concat(chunks) }));
      const body = JSON.stringify(answer);
      response.writeHead(200, { 'content-type': 'application/json' }).end(method === 'HEAD' ? undefined : body);
    });
  });
  // The checks keep the process busy for seconds; a connection that is closed meanwhile would be lost to the next call.
  server.keepAliveTimeout = 0;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** Forgets what was recorded, and sets the next answers. */
    expect: (next) => {
      requests = [];
      answer = next;
    },
    recorded: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
};
