import { validationFailed, type Refusal } from '../answers/refusal.ts';

/** Refuses a pull request with a sentence, or with the field that is wrong. */
export function pullProblem(message: string, field?: string): Refusal {
  return validationFailed({
    resource: 'PullRequest',
    code: field ? 'invalid' : 'custom',
    ...(field ? { field } : {}),
    message,
  });
}
