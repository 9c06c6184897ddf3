/** Git itself failed: it is missing, ran too long, wrote too much, or refused what the forge asked for. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly code: number | undefined;

  constructor(message: string, code?: number) {
    super(message);
    this.code = code;
  }
}

/** An object is larger than the caller is ready to hold in memory. */
export class ObjectTooLarge extends Error {
  override readonly name = 'ObjectTooLarge';
  readonly size: number;

  constructor(size: number) {
    super(`the object is too large: ${size} bytes`);
    this.size = size;
  }
}
