/** The process of one plugin. The stage starts it with Node's permission model and talks to it over file descriptor 3. */
import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import { openLineStream } from '../wire/line-stream.ts';
import { longestMessage } from '../wire/messages.ts';
import type { StageMessage } from '../wire/messages.ts';
import { PluginRunner } from './run-plugin.ts';

const [file = ''] = process.argv.slice(2);
const socket = new Socket({ fd: 3, readable: true, writable: true });
// Without the stage there is nothing to do.
socket.on('close', () => process.exit(0));
const stream = openLineStream(socket, longestMessage, {
  onMessage: (message) => void runner.receive(message as StageMessage),
  onBroken: () => process.exit(1),
});
const runner = new PluginRunner(stream);
await runner.load(() => import(pathToFileURL(file).href) as Promise<{ default?: unknown }>);
