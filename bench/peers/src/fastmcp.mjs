/** `stdio`, or HTTP with plain JSON: `stateless` or `sessions`. */
import { createServer } from 'node:net';
import { FastMCP } from 'fastmcp';
import { z } from 'zod';
import { description, echoResult, input, name, output } from './echo.mjs';

const server = new FastMCP({ name: 'bench', version: '0.0.0' });
server.addTool({
  name,
  description,
  parameters: z.strictObject(input),
  outputSchema: z.object(output),
  execute: async (given) => echoResult(given),
});

/** It says nothing about the port that it got, so that a free one has to be found for it. @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const mode = process.argv[2] ?? 'stdio';
if (mode === 'stdio') await server.start({ transportType: 'stdio' });
else {
  const port = await freePort();
  const httpStream = { port, host: '127.0.0.1', stateless: mode === 'stateless', enableJsonResponse: true };
  await server.start({ transportType: 'httpStream', httpStream });
  console.log(`READY ${port}`);
}
