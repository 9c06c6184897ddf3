import { once } from 'node:events';
import { createServer } from 'node:http';
import { Refusal } from '../world/refusal.mjs';

/**
 * The back end of an office that runs in a process of its own, at an address on this machine.
 *
 * @param {import('../world/create-world.mjs').World} world
 * @param {() => void} crash ends the process that calls
 */
export const serveBackend = async (world, crash) => {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { tool, args, mark } = JSON.parse(Buffer.concat(chunks).toString());
    const abort = new AbortController();
    response.once('close', () => abort.abort());
    const answer = await world.perform(tool, args, { crash }, abort.signal, mark).then(
      (result) => ({ result }),
      (thrown) => {
        const { kind, facts } = thrown instanceof Refusal ? thrown : { kind: 'bug', facts: {} };
        return { refusal: { kind, facts } };
      },
    );
    response.end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
