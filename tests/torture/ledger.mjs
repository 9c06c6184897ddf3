/**
 * Counts effects, and knows nothing of the protocol. `POST /effects?mark=M&after=MS` makes an effect, at once or after
 * a while, even if the process that asked has died. `GET /effects?mark=M` tells how many there are with that mark.
 */
import { createServer } from 'node:http';

const effects = new Map();
let waiting = 0;

const apply = (mark) => effects.set(mark, (effects.get(mark) ?? 0) + 1);

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const mark = searchParams.get('mark') ?? '';
  request.resume();
  if (pathname === '/waiting') return response.end(JSON.stringify({ waiting }));
  if (request.method === 'POST') {
    const after = Number(searchParams.get('after') ?? 0);
    waiting += 1;
    setTimeout(() => {
      waiting -= 1;
      apply(mark);
    }, after);
    // An effect that lands at once is there before the answer.
    setTimeout(() => response.end('{}'), after === 0 ? 1 : 0);
    return undefined;
  }
  return response.end(JSON.stringify({ count: effects.get(mark) ?? 0 }));
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit(0));
