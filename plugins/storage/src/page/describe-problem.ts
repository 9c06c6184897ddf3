import type { PageProblem } from './outcome.ts';

/** Runs in the page: describes a problem, with bounded strings. */
export const describeProblem = (
  problem: PageProblem['problem'],
  given: { readonly error?: unknown; readonly what?: string; readonly name?: string; readonly available?: string[] },
): PageProblem => {
  const { error, what = '', name = '', available = [] } = given;
  const reason = error instanceof Error || error instanceof DOMException ? `${error.name}: ${error.message}` : error;
  return {
    problem,
    reason: String(reason ?? '').slice(0, 300),
    url: location.href.slice(0, 200),
    what,
    name: name.slice(0, 200),
    available: available
      .toSorted()
      .slice(0, 20)
      .map((one) => one.slice(0, 100)),
  };
};
