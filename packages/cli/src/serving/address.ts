import { UsageError } from '../errors/operator-error.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Reads `[host:]port`. */
export const parseAddress = (text: string): Address => {
  const match = /^(?:(\[[\da-f:.]+\]|[^:[\]\s/]+):)?(\d{1,5})$/iu.exec(text.trim());
  const port = Number(match?.[2]);
  if (!match || port > 65_535) {
    throw new UsageError(`'${text}' is not an address to listen on: pass a port, or host:port such as 127.0.0.1:8788.`);
  }
  return { host: (match[1] ?? '127.0.0.1').replace(/^\[|\]$/gu, ''), port };
};

/** Whether an address to listen on can be reached from this machine alone. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');
