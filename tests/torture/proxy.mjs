import { connect, createServer } from 'node:net';

/**
 * A TCP proxy in front of several ports. `mood` decides about the next exchange: `pass`, `cut` (the answer is
 * lost: the connection ends once the server starts to answer) or a number of milliseconds to hold the answer back.
 */
export const openProxy = async (ports) => {
  let next = 0;
  const state = { mood: 'pass' };
  const sockets = new Set();
  const server = createServer((client) => {
    const port = ports[(next += 1) % ports.length];
    const upstream = connect(port, '127.0.0.1');
    let mood = 'pass';
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
    }
    client.on('data', (chunk) => {
      if (state.mood !== 'pass') {
        mood = state.mood;
        state.mood = 'pass';
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (mood === 'cut') {
        client.destroy();
        upstream.destroy();
      } else if (mood === 'pass') client.write(chunk);
      else setTimeout(() => client.write(chunk), mood);
    });
    client.once('close', () => upstream.end());
    upstream.once('close', () => client.end());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    state,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
};
