// Serves the page with Vite and then starts Electron, as the plugins of Vite and Forge do.
import { spawn } from 'node:child_process';
import electron from 'electron';
import { createServer } from 'vite';

const server = await createServer({
  root: import.meta.dirname,
  logLevel: 'error',
  server: { host: '127.0.0.1', port: 0 },
});
await server.listen();
const env = { ...process.env, VITE_DEV_SERVER_URL: server.resolvedUrls.local[0] };
const start = () => {
  const app = spawn(electron, ['.'], { cwd: import.meta.dirname, env, stdio: 'inherit' });
  // An app that crashes is restarted, as after a change.
  app.on('exit', (code) => (code === null ? start() : process.exit(code)));
};
start();
