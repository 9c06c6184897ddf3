/** An argument that the schema accepts and the moment does not. */
export class BadArgumentError extends Error {
  override readonly name = 'BadArgumentError';
  readonly argument: string;
  readonly reason: string;

  constructor(argument: string, reason: string) {
    super(`${argument} ${reason}`);
    this.argument = argument;
    this.reason = reason;
  }
}
