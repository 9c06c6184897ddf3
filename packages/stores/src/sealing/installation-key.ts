import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

/** The environment variable that carries the installation's key; with those before it, while it is being replaced. */
export const keyVariable = 'RECOURSE_KEY';

/** The first seals; what the others have sealed can still be read. */
export type InstallationKeys = readonly [Buffer, ...Buffer[]];

const keyBytes = 32;
const mostKeys = 10;

/** A key that cannot be used, and why. Its text is never part of the message. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
  /** What to do, where the message alone does not say it. */
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** Reads one key or more, between commas, blanks or line ends: each 32 bytes in base64, base64url or hexadecimal. */
export const parseKeys = (text: string, source: string): InstallationKeys => {
  const [first, ...others] = text.split(/[\s,]+/).filter((part) => part !== '');
  if (others.length >= mostKeys) throw new KeyError(`${source} has more than ${mostKeys} keys`);
  return [parseKey(first ?? '', source), ...others.map((other) => parseKey(other, source))];
};

const parseKey = (text: string, source: string): Buffer => {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  const isText = /^[\w+/-]+=*$/.test(text);
  if (isText && key.length === keyBytes) return key;
  throw new KeyError(`${source} is not valid: a key must be ${keyBytes} bytes in base64 or hexadecimal`);
};

/** The keys in a file. A new file gets a new key, that only its owner may read. */
export const readKeyFile = (file: string): InstallationKeys => {
  if (!exists(file)) createKeyFile(file);
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    throw new KeyError(`Other users can access the key in ${file}. Run: chmod 600 ${file}`, `Run: chmod 600 ${file}.`);
  }
  return parseKeys(readFileSync(file, 'utf8'), file);
};

/** Writes the whole file before renaming it: one of several concurrent starts wins, and none reads half a key. */
const createKeyFile = (file: string): void => {
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    chmodSync(draft, 0o600);
    linkSync(draft, file);
  } catch (error) {
    if (!exists(file)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
};

const exists = (file: string): boolean => statSync(file, { throwIfNoEntry: false }) !== undefined;
