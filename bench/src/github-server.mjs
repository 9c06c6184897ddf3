/** The GitHub server over HTTP, or the forge behind it, as a process of its own: `node github-server.mjs forge|server [forge's address]`. */
import { createForge, sampleSeed, sampleTokens } from '@recourse/forge';
import { serveHttp } from '@recourse/server';
import { createGitHubServer } from '@recourse/server-github';

const [, , role, baseUrl = ''] = process.argv;

if (role === 'forge') {
  const forge = await createForge({ seed: sampleSeed, limits: 'none' });
  console.log(`READY ${new URL(forge.url).port}`);
  process.once('SIGTERM', () => void forge.close());
} else {
  const github = { baseUrl, token: sampleTokens.mira };
  const serving = await serveHttp(createGitHubServer({ github, log: () => undefined }), { port: 0 });
  console.log(`READY ${serving.port}`);
  process.once('SIGTERM', () => void serving.close());
}
