/** A test that proves something: its file, below the folder of the server or of the repository, and its title. */
export type Proof = readonly [file: string, title: string];

/** Statements, each with the tests that prove it. */
export type Proofs = Readonly<Record<string, readonly Proof[]>>;
