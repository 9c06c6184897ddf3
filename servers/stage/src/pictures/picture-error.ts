/** A picture that cannot be taken as it was asked for. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
  readonly problem: 'outside' | 'format' | 'too_large' | 'moving';

  constructor(problem: PictureError['problem'], reason: string) {
    super(reason);
    this.problem = problem;
  }
}
