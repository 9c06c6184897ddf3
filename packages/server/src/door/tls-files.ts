import { readFileSync, statSync } from 'node:fs';
import type { Server } from 'node:https';
import { createSecureContext } from 'node:tls';
import { toError } from '@recourse/contract/thrown';

/** The files of a certificate with its chain and of its private key, both in PEM. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

interface Pair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** How often the files are looked at. Certificates are replaced days before they expire. */
const intervalMs = 1000;

/** Reads a certificate and its key. Throws a TypeError that names the files, never their contents. */
export const readTlsFiles = ({ cert, key }: TlsFiles): Pair => {
  try {
    const pair = { cert: readFileSync(cert), key: readFileSync(key) };
    createSecureContext(pair);
    return pair;
  } catch (thrown) {
    throw new TypeError(
      `The certificate ${cert} and the key ${key} cannot be used: ${toError(thrown).message.slice(0, 200)}`,
      { cause: thrown },
    );
  }
};

/**
 * Uses new files for new connections as soon as both fit each other; open connections go on. Until then the pair before
 * them stays in use. Returns the end of it.
 */
export const followTlsFiles = (
  https: Pick<Server, 'setSecureContext'>,
  files: TlsFiles,
  onError: (error: Error) => void,
): (() => void) => {
  let failed = '';
  const reload = (): void => {
    try {
      https.setSecureContext({ ...readTlsFiles(files), minVersion: 'TLSv1.2' });
      failed = '';
    } catch (thrown) {
      const error = toError(thrown);
      // Of two files, one is written first: the same problem is reported once.
      if (error.message !== failed)
        onError(new Error(`${error.message}. The previous certificate and key are still in use`));
      failed = error.message;
    }
  };
  // Not fs.watchFile: it misses a change before its first look.
  let seen = '';
  const look = (): void => {
    const now = [files.cert, files.key].map(versionOf).join();
    if (now === seen) return;
    seen = now;
    reload();
  };
  const timer = setInterval(look, intervalMs).unref();
  return () => clearInterval(timer);
};

const versionOf = (file: string): string => {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.ino}:${stats.mtimeMs}:${stats.size}` : 'missing';
};
