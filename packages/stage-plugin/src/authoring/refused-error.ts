/** The stage did not do what a plugin asked for. A tool that does not catch it answers with the stage's own failure. */
export class StageRefusedError extends Error {
  override readonly name = 'StageRefusedError';
  readonly code: string;
  /** The request that was refused. */
  readonly ask: number;

  constructor(code: string, message: string, ask: number) {
    super(message);
    this.code = code;
    this.ask = ask;
  }
}
