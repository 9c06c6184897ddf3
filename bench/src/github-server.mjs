/**
 * The GitHub server over HTTP, the forge behind it, or a hop that does nothing but ask the forge and pass the answer
 * on, as a process of its own: `node github-server.mjs forge|server|hop [forge's address]`.
 */
import { createServer } from 'node:http';
import { Octokit } from '@octokit/core';
import { createForge, sampleSeed, sampleTokens } from '@recourse/forge';
import { serveHttp } from '@recourse/server';
import { createGitHubServer } from '@recourse/server-github';

const [, , role, baseUrl = ''] = process.argv;

if (role === 'forge') {
  const forge = await createForge({ seed: sampleSeed, limits: 'none' });
  console.log(`READY ${new URL(forge.url).port}`);
  process.once('SIGTERM', () => void forge.close());
} else if (role === 'hop') {
  const octokit = new Octokit({ baseUrl, auth: sampleTokens.mira });
  const hop = createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', async () => {
      const { route, parameters } = JSON.parse(Buffer.concat(chunks).toString());
      const { data } = await octokit.request(route, parameters);
      const body = JSON.stringify(data);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
      response.end(body);
    });
  });
  hop.listen(0, '127.0.0.1', () => {
    const address = hop.address();
    console.log(`READY ${typeof address === 'object' ? address?.port : ''}`);
  });
  process.once('SIGTERM', () => hop.close());
} else {
  const github = { baseUrl, token: sampleTokens.mira };
  const serving = await serveHttp(createGitHubServer({ github, log: () => undefined }), { port: 0 });
  console.log(`READY ${serving.port}`);
  process.once('SIGTERM', () => void serving.close());
}
