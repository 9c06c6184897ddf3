import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { CdpClosedError, CdpTimeoutError } from './cdp-errors.ts';

/** Carries the messages of the protocol: a WebSocket, or a tunnel through another connection. */
export interface Channel {
  send(text: string): void;
  close(): void;
  /** Calls `onMessage` for each message, and `onEnd` once, with the reason. */
  listen(onMessage: (text: string) => void, onEnd: (reason: string) => void): void;
}

/** A screenshot of a large page fits; a hostile page cannot fill the memory. */
const mostBytes = 256 * 1024 * 1024;

/**
 * Connects to the address of a debugger. Throws CdpTimeoutError for a handshake that takes too long, and CdpClosedError
 * for any other that fails.
 */
export const openWebSocket = async (address: string, timeoutMs: number): Promise<Channel> => {
  const socket = new WebSocket(address, { perMessageDeflate: false, maxPayload: mostBytes });
  let stream: Socket | undefined;
  socket.once('upgrade', (response) => (stream = response.socket));
  const timer = setTimeout(() => socket.emit('error', new CdpTimeoutError('handshake', timeoutMs)), timeoutMs);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
  } catch (error) {
    socket.on('error', () => undefined);
    socket.terminate();
    throw error instanceof CdpTimeoutError ? error : new CdpClosedError((error as Error).message);
  } finally {
    clearTimeout(timer);
  }
  // Writes the messages of one turn together: a look at a page sends many at once, and each write takes its time.
  let isHeld = false;
  const hold = (): void => {
    if (isHeld || !stream) return;
    isHeld = true;
    stream.cork();
    queueMicrotask(() => {
      isHeld = false;
      stream?.uncork();
    });
  };
  return {
    send: (text) => {
      hold();
      socket.send(text);
    },
    close: () => socket.terminate(),
    listen: (onMessage, onEnd) => {
      socket.on('message', (data) => onMessage(String(data)));
      socket.once('error', (error) => onEnd(error.message));
      socket.once('close', (code) => onEnd(`the WebSocket was closed with code ${code}`));
    },
  };
};
