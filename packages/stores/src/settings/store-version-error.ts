/** The store was written by a newer Recourse. Nothing in it was touched. */
export class StoreVersionError extends Error {
  override readonly name = 'StoreVersionError';

  constructor(place: string, found: number, known: number) {
    super(
      `The store in ${place} has version ${found}, but this Recourse supports versions up to ${known}. ` +
        'Use a newer Recourse, or another store.',
    );
  }
}
