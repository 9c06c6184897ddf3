/**
 * A relay between a client and its server over stdio. It starts the server, tells the harness its process id, and does
 * to the next answer what the harness says: `cut` ends the connection instead, `drop` keeps the answer back, and a
 * number delays it.
 */
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { serverProgram } from './start-server.mjs';

const { harness, settings, clock } = JSON.parse(process.argv[2]);
const { args, execArgv, env } = serverProgram(settings, clock);
const server = spawn(process.execPath, [...execArgv, ...args], { stdio: ['pipe', 'pipe', 'inherit'], env });
const control = connect(harness, '127.0.0.1');
let mood = 'pass';
for (const stream of [control, server.stdin, process.stdout]) stream.on('error', () => undefined);

control.write(`${server.pid}\n`);
const commands = createInterface({ input: control });
commands.on('error', () => undefined);
commands.on('line', (line) => {
  mood = JSON.parse(line);
});

createInterface({ input: server.stdout }).on('line', (line) => {
  const isAnswer = line.includes('"result"') || line.includes('"error"');
  const now = isAnswer ? mood : 'pass';
  if (isAnswer) mood = 'pass';
  if (now === 'cut') process.exit(0);
  else if (now === 'pass') process.stdout.write(`${line}\n`);
  else if (now !== 'drop') setTimeout(() => process.stdout.write(`${line}\n`), now);
});

process.stdin.pipe(server.stdin);
server.once('exit', () => process.exit(0));
