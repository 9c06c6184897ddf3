/** The fields that `gh` 2.23 prints with `--json`, as it lists them itself. */
export async function jsonFieldsOf(gh, token, words) {
  const { stderr } = await gh(token, [...words, '--json']);
  const fields = stderr
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => /^[a-zA-Z]+$/.test(line));
  if (fields.length < 5) throw new Error(`gh listed no fields: ${stderr}`);
  return fields.join(',');
}

/** The queries in the debug output of `gh`, which shows those without variables as JSON. */
export function queriesIn(debugOutput) {
  const shown = debugOutput.matchAll(/^GraphQL query:\n([\s\S]*?)\nGraphQL variables: /gm);
  const asJson = debugOutput.matchAll(/^\s*"query": (".*"),?$/gm);
  return [...[...shown].map(([, query]) => query), ...[...asJson].map(([, text]) => JSON.parse(text))];
}

/** Fields of the forge's schema that the tested commands of `gh` do not ask for, and who does. */
export const askedByOthers = {
  'the GitHub server': [
    'CheckRun.isRequired',
    'ConvertPullRequestToDraftPayload.pullRequest',
    'MarkPullRequestReadyForReviewPayload.pullRequest',
    'Mutation.convertPullRequestToDraft',
    'Mutation.markPullRequestReadyForReview',
    'PullRequest.statusCheckRollup',
    'PullRequest.viewerCanMergeAsAdmin',
    'StatusCheckRollup.state',
    'StatusContext.isRequired',
  ],
};

/** Fields that `gh` asks for only while it talks to its user at a terminal. */
export const onlyAtTerminals = [
  'LabelConnection.pageInfo',
  'Organization.teams',
  'PullRequest.viewerMergeBodyText',
  'PullRequest.viewerMergeHeadlineText',
  'PullRequestTemplate.body',
  'PullRequestTemplate.filename',
  'Repository.assignableUsers',
  'Repository.isPrivate',
  'Repository.labels',
  'Repository.pullRequestTemplates',
  'TeamConnection.nodes',
  'TeamConnection.pageInfo',
  'UserConnection.pageInfo',
];
