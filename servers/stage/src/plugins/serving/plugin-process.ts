import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { longestMessage, openLineStream, pluginMessage } from '@recourse/stage-plugin/wire';
import type { LineStream, PluginMessage, StageMessage } from '@recourse/stage-plugin/wire';
import { dieWithServer } from '../../apps/die-with-server.ts';
import { createOutputTail } from '../../apps/output-tail.ts';
import type { PluginPlace } from '../loading/locate-plugin.ts';
import { permissionFlags } from './permission-flags.ts';

/** How the process of a plugin ended. */
export interface PluginEnd {
  readonly reason: string;
  readonly outputTail: string;
}

export interface PluginProcessOptions {
  readonly place: PluginPlace;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly onMessage: (message: PluginMessage) => void;
}

/** How long a plugin may take to describe itself, and to start. */
export const startMs = 20_000;
const stopMs = 2000;
/** Events that a plugin does not read are dropped beyond this. */
const mostPendingBytes = 16 * 1024 * 1024;
/** While a plugin leaves more than this unread, its requests wait. */
const mostUnreadBytes = 32 * 1024 * 1024;

/** The process of one plugin, and the messages to and from it. It ends if it breaks the protocol. */
export class PluginProcess {
  readonly #child: ChildProcess;
  readonly #stream: LineStream;
  #broken: string | undefined;
  /** Resolves when the process has ended, and never rejects. */
  readonly ended: Promise<PluginEnd>;

  constructor({ place, environment, onMessage }: PluginProcessOptions) {
    const { file, runner, readable } = place;
    const plan = { command: process.execPath, arguments: [...permissionFlags(readable), runner, file] };
    const { command, arguments: args } = dieWithServer(plan, environment);
    this.#child = spawn(command, args, { env: {}, stdio: ['ignore', 'pipe', 'pipe', 'pipe'], windowsHide: true });
    const tail = createOutputTail();
    if (this.#child.stdout) tail.take(this.#child.stdout);
    if (this.#child.stderr) tail.take(this.#child.stderr);
    this.#stream = openLineStream(this.#child.stdio[3] as Duplex, longestMessage, {
      onMessage: (message) => {
        const parsed = pluginMessage.safeParse(message);
        if (parsed.success) onMessage(parsed.data);
        else this.kill('it sent a message that is not part of the protocol');
      },
      onBroken: (reason) => this.kill(reason),
      mostUnreadBytes,
      mostSentBytes: longestMessage,
    });
    this.ended = this.#watch(tail.text);
  }

  /** Returns false for a message that is too long, which is not sent. */
  send(message: StageMessage): boolean {
    if (message.type === 'event' && this.#stream.pendingBytes() > mostPendingBytes) return true;
    return this.#stream.send(message);
  }

  /** Ends the process at once, for a reason that `ended` reports. */
  kill(reason: string): void {
    this.#broken ??= reason;
    this.#child.kill('SIGKILL');
  }

  /** Asks the plugin to end, and kills it if it does not. */
  async stop(): Promise<void> {
    this.send({ type: 'stop' });
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), stopMs);
    await this.ended;
    clearTimeout(timer);
  }

  async #watch(outputTail: () => string): Promise<PluginEnd> {
    const ending = await new Promise<string>((resolve) => {
      this.#child.once('exit', (code, signal) =>
        resolve(code === null ? `its process was ended by ${signal}` : `its process exited with code ${code}`),
      );
      this.#child.once('error', () => resolve('its process could not be started'));
    });
    return { reason: this.#broken ?? ending, outputTail: outputTail() };
  }
}
