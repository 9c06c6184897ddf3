import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** Takes the connections of relays: each tells the process id of its server, and is told what to do to an answer. */
export const openControl = async () => {
  const relays = new Map();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    const lines = createInterface({ input: socket });
    lines.on('error', () => undefined);
    lines.once('line', (line) => relays.set(socket, Number(line)));
    socket.once('close', () => relays.delete(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: server.address().port,
    /** The servers that run now. */
    pids: () => [...relays.values()],
    disturb: (mood) => {
      for (const socket of relays.keys()) socket.write(`${JSON.stringify(mood)}\n`);
    },
    close: async () => {
      for (const socket of relays.keys()) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
