/** The app did not answer a call of the protocol in time. */
export class CdpTimeoutError extends Error {
  override readonly name = 'CdpTimeoutError';
  readonly method: string;
  readonly timeoutMs: number;

  constructor(method: string, timeoutMs: number) {
    super(`${method} was not answered within ${timeoutMs} ms`);
    this.method = method;
    this.timeoutMs = timeoutMs;
  }
}

/** The connection ended before the answer came. */
export class CdpClosedError extends Error {
  override readonly name = 'CdpClosedError';
  readonly reason: string;

  constructor(reason: string) {
    super(`The connection to the app ended: ${reason}`);
    this.reason = reason;
  }
}

/** The target of a call is gone: its window or frame was closed, or its renderer crashed. */
export class CdpTargetGoneError extends Error {
  override readonly name = 'CdpTargetGoneError';
  readonly reason: 'closed' | 'crashed';

  constructor(reason: 'closed' | 'crashed') {
    super(`The target has ${reason === 'closed' ? 'been closed' : 'crashed'}`);
    this.reason = reason;
  }
}

/** The app refused a call of the protocol. */
export class CdpRefusedError extends Error {
  override readonly name = 'CdpRefusedError';
  readonly method: string;
  readonly code: number;

  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message}`);
    this.method = method;
    this.code = code;
  }
}
