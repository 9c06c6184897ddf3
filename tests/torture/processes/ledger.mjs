/**
 * Counts effects and knows nothing of the protocol. A caller names its intent (what is counted), a mark (what a look
 * finds) and its process.
 *
 * - `POST /handlers` says that a handler runs, `DELETE /handlers` that it is about to return.
 * - `POST /effects` makes an effect, at once or after a delay, even if the process that asked has died.
 * - `GET /effects` counts the effects with a mark; `GET /intents` tells everything about an intent.
 *
 * The parent process receives each of these as a message.
 */
import { createServer } from 'node:http';

const marks = new Map();
const intents = new Map();

const intentOf = (name) => {
  const known = intents.get(name) ?? { effects: 0, pending: 0, running: [] };
  intents.set(name, known);
  return known;
};

const land = (about, mark) => {
  about.pending -= 1;
  about.effects += 1;
  marks.set(mark, (marks.get(mark) ?? 0) + 1);
};

const makeEffect = ({ intent, mark, pid, afterMs }, answer) => {
  const about = intentOf(intent);
  about.pending += 1;
  // An effect that lands at once is there before the answer.
  if (afterMs === 0) land(about, mark);
  else setTimeout(() => land(about, mark), afterMs);
  process.send({ what: 'effect', intent, pid, landed: afterMs === 0 });
  answer({});
};

const begin = ({ intent, pid }, answer) => {
  intentOf(intent).running.push(pid);
  process.send({ what: 'begun', intent, pid });
  answer({});
};

const end = ({ intent, pid }, answer) => {
  const { running } = intentOf(intent);
  running.splice(running.indexOf(pid), 1);
  process.send({ what: 'ended', intent, pid });
  answer({});
};

const routes = {
  'POST /handlers': begin,
  'DELETE /handlers': end,
  'POST /effects': makeEffect,
  'GET /effects': ({ mark }, answer) => answer({ count: marks.get(mark) ?? 0 }),
  'GET /intents': ({ intent }, answer) => answer(intentOf(intent)),
};

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  request.resume();
  routes[`${request.method} ${pathname}`](
    {
      intent: searchParams.get('intent'),
      mark: searchParams.get('mark'),
      pid: Number(searchParams.get('pid')),
      afterMs: Number(searchParams.get('after') ?? 0),
    },
    (answer) => response.end(JSON.stringify(answer)),
  );
});
server.listen(0, '127.0.0.1', () => process.send({ what: 'ready', port: server.address().port }));
process.on('disconnect', () => process.exit(0));
