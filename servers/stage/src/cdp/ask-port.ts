import { request } from 'node:http';
import { CdpTimeoutError } from './cdp-errors.ts';

/** A port of this machine. */
export interface Port {
  /** A loopback address; defaults to 127.0.0.1. */
  readonly host?: string;
  readonly port: number;
}

const mostCharacters = 64 * 1024;

/**
 * Asks a port what debugger listens on it. Undefined if nothing listens, or its answer is not JSON. Throws
 * CdpTimeoutError if something listens there and does not answer in time.
 */
export const askPort = async (
  place: Port,
  path: '/json/version' | '/json/list',
  timeoutMs: number,
): Promise<unknown> => {
  try {
    return JSON.parse(await read(place, path, timeoutMs)) as unknown;
  } catch (error) {
    if (error instanceof CdpTimeoutError) throw error;
    return undefined;
  }
};

const read = ({ host = '127.0.0.1', port }: Port, path: string, timeoutMs: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => asked.destroy(new CdpTimeoutError(path, timeoutMs)), timeoutMs);
    const asked = request({ host, port, path }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > mostCharacters) asked.destroy(new Error('The answer is too long'));
      });
      response.on('end', () => resolve(text));
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.on('close', () => clearTimeout(timer));
    asked.end();
  });
