import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * A TCP proxy in front of several ports, which takes them in turn. `disturb` decides about the next exchange: `cut`
 * ends the connection once the server starts to answer, a number delays the answer.
 */
export const openProxy = async (ports) => {
  let next = 0;
  let disturbance = 'pass';
  const sockets = new Set();
  const server = createServer((client) => {
    const upstream = connect(ports[(next += 1) % ports.length], '127.0.0.1');
    let mood = 'pass';
    let isAnswered = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
    }
    client.on('data', (chunk) => {
      if (isAnswered) {
        mood = 'pass';
        isAnswered = false;
      }
      if (disturbance !== 'pass') {
        mood = disturbance;
        disturbance = 'pass';
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      isAnswered = true;
      if (mood === 'cut') {
        client.destroy();
        upstream.destroy();
      } else if (mood === 'pass') client.write(chunk);
      else setTimeout(() => client.write(chunk), mood);
    });
    client.once('close', () => upstream.end());
    upstream.once('close', () => client.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    disturb: (mood) => {
      disturbance = mood;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
