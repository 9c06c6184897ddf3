/** Why a condition cannot be read. It stays inside: `parseCondition` answers with a problem. */
export class ConditionError extends Error {
  override readonly name = 'ConditionError';
  readonly position: number;

  constructor(message: string, position: number) {
    super(message);
    this.position = position;
  }
}
