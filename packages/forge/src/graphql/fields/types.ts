import { organizationFields, userFields } from './actors.ts';
import { checkRunFields, rollupFields, statusFields } from './checks.ts';
import type { Fields } from './fields.ts';
import { commentFields, issueFields } from './issues.ts';
import { mutationFields } from './mutations.ts';
import { commitFields } from './pull-changes.ts';
import { pullFields } from './pulls.ts';
import { queryFields } from './query.ts';
import { releaseFields } from './releases.ts';
import { repositoryFields } from './repository.ts';
import { reviewFields } from './reviews.ts';

/** The types whose fields have functions. The values of all others are plain objects with their fields. */
export const types: Readonly<Record<string, Fields<never>>> = {
  Query: queryFields,
  Mutation: mutationFields,
  User: userFields,
  Organization: organizationFields,
  Repository: repositoryFields,
  PullRequest: pullFields,
  Commit: commitFields,
  PullRequestReview: reviewFields,
  StatusCheckRollup: rollupFields,
  CheckRun: checkRunFields,
  StatusContext: statusFields,
  Issue: issueFields,
  IssueComment: commentFields,
  Release: releaseFields,
};
