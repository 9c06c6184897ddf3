/** One item of the published object form of `errors`. */
export interface Problem {
  readonly resource?: string;
  readonly field?: string;
  readonly code: string;
  readonly message?: string;
  readonly value?: string;
}

export interface RefusalOptions {
  /** Objects, plain sentences, or nothing at all: GitHub publishes all three forms. */
  readonly errors?: readonly Problem[] | readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the documentation address of the operation. */
  readonly documentation?: string;
  /** Further fields of the body, such as the new address of a repository that moved. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** An answer that is a refusal, thrown from wherever it is known. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly options: RefusalOptions;

  constructor(status: number, message: string, options: RefusalOptions = {}) {
    super(message);
    this.status = status;
    this.options = options;
  }
}

export const docsRoot = 'https://docs.github.com/rest';

export const notFound = (): Refusal => new Refusal(404, 'Not Found');

export const badCredentials = (): Refusal => new Refusal(401, 'Bad credentials', { documentation: docsRoot });

export const requiresAuthentication = (): Refusal => new Refusal(401, 'Requires authentication');

export const emptyRepository = (): Refusal => new Refusal(409, 'Git Repository is empty.');

/** The object form: which fields are wrong, and how. */
export const validationFailed = (...errors: Problem[]): Refusal => new Refusal(422, 'Validation Failed', { errors });

/** The form with sentences. */
export const unprocessable = (...sentences: string[]): Refusal =>
  new Refusal(422, 'Unprocessable Entity', { errors: sentences });

/** The bare form: one message, no list. */
export const unacceptable = (message: string): Refusal => new Refusal(422, message);
