import { contentsCases } from './cases/contents.mjs';
import { gitCases } from './cases/git.mjs';
import { pullCases } from './cases/pulls.mjs';
import { repositoryCases } from './cases/repositories.mjs';
import { rulesetCases } from './cases/rulesets.mjs';
import { runCases } from './cases/runs.mjs';
import { socialCases } from './cases/social.mjs';

/** Successes and the refusals that depend on what is asked, in the order in which they build on one another. */
export const cases = [
  ...repositoryCases,
  ...contentsCases,
  ...gitCases,
  ...pullCases,
  ...socialCases,
  ...rulesetCases,
  ...runCases,
];
