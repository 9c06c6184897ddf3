import { absentSdl } from './schema/absent.ts';
import { actorsSdl } from './schema/actors.ts';
import { checksSdl } from './schema/checks.ts';
import { issuesSdl } from './schema/issues.ts';
import { mutationsSdl } from './schema/mutations.ts';
import { pullsSdl } from './schema/pulls.ts';
import { querySdl } from './schema/query.ts';
import { releasesSdl } from './schema/releases.ts';
import { repositorySdl } from './schema/repository.ts';
import { reviewsSdl } from './schema/reviews.ts';

/** The forge's part of GitHub's schema: the fields that `gh` 2.23 and the GitHub server use. */
export const schemaText = [
  querySdl,
  actorsSdl,
  repositorySdl,
  pullsSdl,
  reviewsSdl,
  checksSdl,
  issuesSdl,
  releasesSdl,
  absentSdl,
  mutationsSdl,
].join('\n');
