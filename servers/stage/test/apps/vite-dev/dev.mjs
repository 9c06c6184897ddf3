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
const app = spawn(electron, ['.'], { cwd: import.meta.dirname, env, stdio: 'inherit' });
app.on('exit', (code) => process.exit(code ?? 1));
