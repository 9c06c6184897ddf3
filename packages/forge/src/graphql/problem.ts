import { Refusal, type Problem } from '../answers/refusal.ts';

/** A field that cannot be answered, with GitHub's type for the reason. */
export class GraphqlProblem extends Error {
  override readonly name = 'GraphqlProblem';
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

export const notResolved = (what: string): GraphqlProblem =>
  new GraphqlProblem('NOT_FOUND', `Could not resolve to ${what}.`);

/** Text from outside in a message, bounded. */
export const shown = (text: string): string => text.slice(0, 100);

/** Turns a refusal of the shared operations into the problem that GraphQL reports. */
export function problemOf(error: unknown): GraphqlProblem | undefined {
  if (error instanceof GraphqlProblem) return error;
  if (!(error instanceof Refusal)) return undefined;
  const types: Readonly<Record<number, string>> = { 401: 'FORBIDDEN', 403: 'FORBIDDEN', 404: 'NOT_FOUND' };
  return new GraphqlProblem(types[error.status] ?? 'UNPROCESSABLE', sentenceOf(error));
}

/** REST lists the problems in addition to the message; GraphQL has only the message. */
function sentenceOf({ message, options: { errors = [] } }: Refusal): string {
  const sentences = errors.map((problem: Problem | string) =>
    typeof problem === 'string' ? problem : (problem.message ?? `${problem.field ?? 'value'} is ${problem.code}`),
  );
  return sentences.length > 0 ? sentences.join(', ') : message;
}
