const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission was denied',
  EPERM: 'permission was denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  ERR_UNSAFE_PATH: 'a part of the path was replaced or is a link',
};

/** Why the system would not, in words that name nothing of this machine. */
export const systemReason = (error: unknown): string => {
  if (error instanceof Busy) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons[code] ?? (code === '' ? 'the cause is unknown' : `the system reported ${code}`);
};

/** Another process has held the lock of a file for too long. */
export class Busy extends Error {
  constructor() {
    super('another process is writing to it');
  }
}
