import { postGraphql } from '../graphql/post-graphql.ts';
import { getBranch, listBranches } from './branches.ts';
import { createCheckRun, getCheckRun, listAnnotations, listCheckRuns, updateCheckRun } from './check-runs.ts';
import {
  checkCollaborator,
  deleteCollaborator,
  getCollaboratorPermission,
  listCollaborators,
  putCollaborator,
} from './collaborators.ts';
import { getCommit, listCommits } from './commits.ts';
import { compareCommits } from './compare.ts';
import { getContents, getRaw, getReadme } from './contents.ts';
import { createBlob, getBlob } from './git-blobs.ts';
import { createGitCommit, getGitCommit } from './git-commits.ts';
import { createRef, deleteRef, getRef, listMatchingRefs, updateRef } from './git-refs.ts';
import { createTag, listTags } from './git-tags.ts';
import { createTree, getTree } from './git-trees.ts';
import {
  createIssueComment,
  deleteIssueComment,
  getIssueComment,
  listIssueComments,
  updateIssueComment,
} from './issue-comments.ts';
import { createIssue, getIssue, listIssues } from './issues.ts';
import { deleteProtection, getProtection, putProtection } from './protections.ts';
import { listPullCommits, listPullFiles } from './pull-contents.ts';
import { checkMerged, putMerge, updateBranch } from './pull-merges.ts';
import { getPull, listPulls, patchPull, postPull } from './pulls.ts';
import {
  createForUser,
  createInOrganization,
  deleteRepository,
  getRepository,
  updateRepository,
} from './repositories.ts';
import { deleteRelease, getLatestRelease, getRelease, getReleaseByTag, listReleases, postRelease } from './releases.ts';
import { listRequestedReviewers, removeRequestedReviewers, requestReviewers } from './requested-reviewers.ts';
import { createReview, listReviews } from './reviews.ts';
import { getRateLimit, getRoot } from './root.ts';
import type { Need } from '../identity/access.ts';
import type { Route } from './route.ts';
import { createRuleset, deleteRuleset, getRuleset, listBranchRules, listRulesets, updateRuleset } from './rulesets.ts';
import { searchIssuesAndPulls, searchRepositories } from './search.ts';
import { createStatus, getCombinedStatus, listStatuses } from './statuses.ts';
import { getAuthenticatedUser, getUser } from './users.ts';
import { getJob, getJobLog, getRunLogs, listJobs, redirectToJobLog, redirectToRunLogs } from './workflow-jobs.ts';
import { getRun, listArtifacts, listRuns, listRunsOfWorkflow } from './workflow-runs.ts';
import { getWorkflow, listWorkflows } from './workflows.ts';
import { deleteContents, putContents } from './write-contents.ts';

const read = (permission: string): Need => ({ level: 'read', permission: `${permission}=read` });
const write = (permission: string): Need => ({ level: 'write', permission: `${permission}=write` });
const admin = (permission = 'administration'): Need => ({ level: 'admin', permission: `${permission}=write` });
/** Any authenticated reader may take part. */
const discuss = (permission: string): Need => ({ level: 'read', known: true, permission: `${permission}=write` });
/** Refused as if it did not exist. */
const hidden = (need: Need): Need => ({ ...need, denied: 'hide' });

const r = '/repos/{owner}/{repo}';

/** Every operation of the forge. The first row that fits answers. */
// prettier-ignore
export const routes: readonly Route[] = [
  { method: 'GET', path: '/', operation: 'meta/root', docs: 'meta/meta#github-api-root', bucket: 'core', run: getRoot },
  { method: 'GET', path: '/rate_limit', operation: 'rate-limit/get', docs: 'rate-limit/rate-limit#get-rate-limit-status-for-the-authenticated-user', bucket: 'free', run: getRateLimit },
  { method: 'GET', path: '/user', operation: 'users/get-authenticated', docs: 'users/users#get-the-authenticated-user', bucket: 'core', known: true, run: getAuthenticatedUser },
  { method: 'GET', path: '/users/{username}', operation: 'users/get-by-username', docs: 'users/users#get-a-user', bucket: 'core', run: getUser },
  { method: 'POST', path: '/user/repos', operation: 'repos/create-for-authenticated-user', docs: 'repos/repos#create-a-repository-for-the-authenticated-user', bucket: 'core', known: true, scopes: ['public_repo', 'repo'], run: createForUser },
  { method: 'POST', path: '/orgs/{org}/repos', operation: 'repos/create-in-org', docs: 'repos/repos#create-an-organization-repository', bucket: 'core', known: true, scopes: ['public_repo', 'repo'], run: createInOrganization },
  { method: 'GET', path: '/search/repositories', operation: 'search/repos', docs: 'search/search#search-repositories', bucket: 'search', run: searchRepositories },
  { method: 'GET', path: '/search/issues', operation: 'search/issues-and-pull-requests', docs: 'search/search#search-issues-and-pull-requests', bucket: 'search', run: searchIssuesAndPulls },
  { method: 'POST', path: '/graphql', operation: 'graphql', docs: 'graphql', bucket: 'graphql', known: true, run: postGraphql },

  { method: 'GET', path: r, operation: 'repos/get', docs: 'repos/repos#get-a-repository', need: read('metadata'), run: getRepository },
  { method: 'PATCH', path: r, operation: 'repos/update', docs: 'repos/repos#update-a-repository', need: { ...admin(), archived: true }, run: updateRepository },
  { method: 'DELETE', path: r, operation: 'repos/delete', docs: 'repos/repos#delete-a-repository', need: { ...admin(), archived: true }, run: deleteRepository },
  { method: 'GET', path: `${r}/readme`, operation: 'repos/get-readme', docs: 'repos/contents#get-a-repository-readme', need: read('contents'), run: getReadme },
  { method: 'GET', path: `${r}/contents`, operation: 'repos/get-content', docs: 'repos/contents#get-repository-content', need: read('contents'), run: getContents },
  { method: 'GET', path: `${r}/contents/{path*}`, operation: 'repos/get-content', docs: 'repos/contents#get-repository-content', need: read('contents'), run: getContents },
  { method: 'PUT', path: `${r}/contents/{path*}`, operation: 'repos/create-or-update-file-contents', docs: 'repos/contents#create-or-update-file-contents', need: hidden(write('contents')), run: putContents },
  { method: 'DELETE', path: `${r}/contents/{path*}`, operation: 'repos/delete-file', docs: 'repos/contents#delete-a-file', need: hidden(write('contents')), run: deleteContents },

  { method: 'GET', path: `${r}/branches`, operation: 'repos/list-branches', docs: 'branches/branches#list-branches', need: read('contents'), run: listBranches },
  { method: 'GET', path: `${r}/branches/{branch*}/protection`, operation: 'repos/get-branch-protection', docs: 'branches/branch-protection#get-branch-protection', need: hidden({ level: 'admin', permission: 'administration=read' }), run: getProtection },
  { method: 'PUT', path: `${r}/branches/{branch*}/protection`, operation: 'repos/update-branch-protection', docs: 'branches/branch-protection#update-branch-protection', need: hidden(admin()), run: putProtection },
  { method: 'DELETE', path: `${r}/branches/{branch*}/protection`, operation: 'repos/delete-branch-protection', docs: 'branches/branch-protection#delete-branch-protection', need: hidden(admin()), run: deleteProtection },
  { method: 'GET', path: `${r}/branches/{branch*}`, operation: 'repos/get-branch', docs: 'branches/branches#get-a-branch', need: read('contents'), run: getBranch },
  { method: 'GET', path: `${r}/rules/branches/{branch*}`, operation: 'repos/get-branch-rules', docs: 'repos/rules#get-rules-for-a-branch', need: read('metadata'), run: listBranchRules },
  { method: 'GET', path: `${r}/rulesets`, operation: 'repos/get-repo-rulesets', docs: 'repos/rules#get-all-repository-rulesets', need: read('metadata'), run: listRulesets },
  { method: 'POST', path: `${r}/rulesets`, operation: 'repos/create-repo-ruleset', docs: 'repos/rules#create-a-repository-ruleset', need: hidden(admin()), run: createRuleset },
  { method: 'GET', path: `${r}/rulesets/{ruleset_id}`, operation: 'repos/get-repo-ruleset', docs: 'repos/rules#get-a-repository-ruleset', need: read('metadata'), run: getRuleset },
  { method: 'PUT', path: `${r}/rulesets/{ruleset_id}`, operation: 'repos/update-repo-ruleset', docs: 'repos/rules#update-a-repository-ruleset', need: hidden(admin()), run: updateRuleset },
  { method: 'DELETE', path: `${r}/rulesets/{ruleset_id}`, operation: 'repos/delete-repo-ruleset', docs: 'repos/rules#delete-a-repository-ruleset', need: hidden(admin()), run: deleteRuleset },
  { method: 'GET', path: `${r}/tags`, operation: 'repos/list-tags', docs: 'repos/repos#list-repository-tags', need: read('contents'), run: listTags },

  { method: 'GET', path: `${r}/commits`, operation: 'repos/list-commits', docs: 'commits/commits#list-commits', need: read('contents'), run: listCommits },
  { method: 'GET', path: `${r}/commits/{ref*}/status`, operation: 'repos/get-combined-status-for-ref', docs: 'commits/statuses#get-the-combined-status-for-a-specific-reference', need: read('statuses'), run: getCombinedStatus },
  { method: 'GET', path: `${r}/commits/{ref*}/statuses`, operation: 'repos/list-commit-statuses-for-ref', docs: 'commits/statuses#list-commit-statuses-for-a-reference', need: read('statuses'), run: listStatuses },
  { method: 'GET', path: `${r}/commits/{ref*}/check-runs`, operation: 'checks/list-for-ref', docs: 'checks/runs#list-check-runs-for-a-git-reference', need: read('checks'), run: listCheckRuns },
  { method: 'GET', path: `${r}/commits/{ref*}`, operation: 'repos/get-commit', docs: 'commits/commits#get-a-commit', need: read('contents'), run: getCommit },
  { method: 'GET', path: `${r}/compare/{basehead*}`, operation: 'repos/compare-commits-with-basehead', docs: 'commits/commits#compare-two-commits', need: read('contents'), run: compareCommits },
  { method: 'POST', path: `${r}/statuses/{sha}`, operation: 'repos/create-commit-status', docs: 'commits/statuses#create-a-commit-status', need: write('statuses'), run: createStatus },
  { method: 'POST', path: `${r}/check-runs`, operation: 'checks/create', docs: 'checks/runs#create-a-check-run', need: write('checks'), run: createCheckRun },
  { method: 'GET', path: `${r}/check-runs/{check_run_id}`, operation: 'checks/get', docs: 'checks/runs#get-a-check-run', need: read('checks'), run: getCheckRun },
  { method: 'GET', path: `${r}/check-runs/{check_run_id}/annotations`, operation: 'checks/list-annotations', docs: 'checks/runs#list-check-run-annotations', need: read('checks'), run: listAnnotations },
  { method: 'PATCH', path: `${r}/check-runs/{check_run_id}`, operation: 'checks/update', docs: 'checks/runs#update-a-check-run', need: write('checks'), run: updateCheckRun },

  { method: 'GET', path: `${r}/actions/workflows`, operation: 'actions/list-repo-workflows', docs: 'actions/workflows#list-repository-workflows', need: read('actions'), run: listWorkflows },
  { method: 'GET', path: `${r}/actions/workflows/{workflow_id}`, operation: 'actions/get-workflow', docs: 'actions/workflows#get-a-workflow', need: read('actions'), run: getWorkflow },
  { method: 'GET', path: `${r}/actions/workflows/{workflow_id}/runs`, operation: 'actions/list-workflow-runs', docs: 'actions/workflow-runs#list-workflow-runs-for-a-workflow', need: read('actions'), run: listRunsOfWorkflow },
  { method: 'GET', path: `${r}/actions/runs`, operation: 'actions/list-workflow-runs-for-repo', docs: 'actions/workflow-runs#list-workflow-runs-for-a-repository', need: read('actions'), run: listRuns },
  { method: 'GET', path: `${r}/actions/runs/{run_id}`, operation: 'actions/get-workflow-run', docs: 'actions/workflow-runs#get-a-workflow-run', need: read('actions'), run: getRun },
  { method: 'GET', path: `${r}/actions/runs/{run_id}/artifacts`, operation: 'actions/list-workflow-run-artifacts', docs: 'actions/artifacts#list-workflow-run-artifacts', need: read('actions'), run: listArtifacts },
  { method: 'GET', path: `${r}/actions/runs/{run_id}/jobs`, operation: 'actions/list-jobs-for-workflow-run', docs: 'actions/workflow-jobs#list-jobs-for-a-workflow-run', need: read('actions'), run: listJobs },
  { method: 'GET', path: `${r}/actions/runs/{run_id}/logs`, operation: 'actions/download-workflow-run-logs', docs: 'actions/workflow-runs#download-workflow-run-logs', need: read('actions'), run: redirectToRunLogs },
  { method: 'GET', path: `${r}/actions/jobs/{job_id}`, operation: 'actions/get-job-for-workflow-run', docs: 'actions/workflow-jobs#get-a-job-for-a-workflow-run', need: read('actions'), run: getJob },
  { method: 'GET', path: `${r}/actions/jobs/{job_id}/logs`, operation: 'actions/download-job-logs-for-workflow-run', docs: 'actions/workflow-jobs#download-job-logs-for-a-workflow-run', need: read('actions'), run: redirectToJobLog },

  { method: 'GET', path: `${r}/releases`, operation: 'repos/list-releases', docs: 'releases/releases#list-releases', need: read('contents'), run: listReleases },
  { method: 'POST', path: `${r}/releases`, operation: 'repos/create-release', docs: 'releases/releases#create-a-release', need: hidden(write('contents')), run: postRelease },
  { method: 'GET', path: `${r}/releases/latest`, operation: 'repos/get-latest-release', docs: 'releases/releases#get-the-latest-release', need: read('contents'), run: getLatestRelease },
  { method: 'GET', path: `${r}/releases/tags/{tag*}`, operation: 'repos/get-release-by-tag', docs: 'releases/releases#get-a-release-by-tag-name', need: read('contents'), run: getReleaseByTag },
  { method: 'GET', path: `${r}/releases/{release_id}`, operation: 'repos/get-release', docs: 'releases/releases#get-a-release', need: read('contents'), run: getRelease },
  { method: 'DELETE', path: `${r}/releases/{release_id}`, operation: 'repos/delete-release', docs: 'releases/releases#delete-a-release', need: hidden(write('contents')), run: deleteRelease },

  { method: 'GET', path: `${r}/git/ref/{ref*}`, operation: 'git/get-ref', docs: 'git/refs#get-a-reference', need: read('contents'), run: getRef },
  { method: 'GET', path: `${r}/git/matching-refs/{ref*}`, operation: 'git/list-matching-refs', docs: 'git/refs#list-matching-references', need: read('contents'), run: listMatchingRefs },
  { method: 'GET', path: `${r}/git/refs/{ref*}`, operation: 'git/get-ref', docs: 'git/refs#get-a-reference', need: read('contents'), run: getRef },
  { method: 'POST', path: `${r}/git/refs`, operation: 'git/create-ref', docs: 'git/refs#create-a-reference', need: write('contents'), run: createRef },
  { method: 'PATCH', path: `${r}/git/refs/{ref*}`, operation: 'git/update-ref', docs: 'git/refs#update-a-reference', need: write('contents'), run: updateRef },
  { method: 'DELETE', path: `${r}/git/refs/{ref*}`, operation: 'git/delete-ref', docs: 'git/refs#delete-a-reference', need: write('contents'), run: deleteRef },
  { method: 'POST', path: `${r}/git/commits`, operation: 'git/create-commit', docs: 'git/commits#create-a-commit', need: hidden(write('contents')), run: createGitCommit },
  { method: 'GET', path: `${r}/git/commits/{commit_sha}`, operation: 'git/get-commit', docs: 'git/commits#get-a-commit-object', need: read('contents'), run: getGitCommit },
  { method: 'POST', path: `${r}/git/blobs`, operation: 'git/create-blob', docs: 'git/blobs#create-a-blob', need: write('contents'), run: createBlob },
  { method: 'GET', path: `${r}/git/blobs/{file_sha}`, operation: 'git/get-blob', docs: 'git/blobs#get-a-blob', need: read('contents'), run: getBlob },
  { method: 'POST', path: `${r}/git/trees`, operation: 'git/create-tree', docs: 'git/trees#create-a-tree', need: write('contents'), run: createTree },
  { method: 'GET', path: `${r}/git/trees/{tree_sha*}`, operation: 'git/get-tree', docs: 'git/trees#get-a-tree', need: read('contents'), run: getTree },
  { method: 'POST', path: `${r}/git/tags`, operation: 'git/create-tag', docs: 'git/tags#create-a-tag-object', need: write('contents'), run: createTag },

  { method: 'GET', path: `${r}/pulls`, operation: 'pulls/list', docs: 'pulls/pulls#list-pull-requests', need: read('pull_requests'), run: listPulls },
  { method: 'POST', path: `${r}/pulls`, operation: 'pulls/create', docs: 'pulls/pulls#create-a-pull-request', need: write('pull_requests'), run: postPull },
  { method: 'GET', path: `${r}/pulls/{pull_number}`, operation: 'pulls/get', docs: 'pulls/pulls#get-a-pull-request', need: read('pull_requests'), run: getPull },
  { method: 'PATCH', path: `${r}/pulls/{pull_number}`, operation: 'pulls/update', docs: 'pulls/pulls#update-a-pull-request', need: discuss('pull_requests'), run: patchPull },
  { method: 'GET', path: `${r}/pulls/{pull_number}/merge`, operation: 'pulls/check-if-merged', docs: 'pulls/pulls#check-if-a-pull-request-has-been-merged', need: read('contents'), run: checkMerged },
  { method: 'PUT', path: `${r}/pulls/{pull_number}/merge`, operation: 'pulls/merge', docs: 'pulls/pulls#merge-a-pull-request', need: write('contents'), run: putMerge },
  { method: 'PUT', path: `${r}/pulls/{pull_number}/update-branch`, operation: 'pulls/update-branch', docs: 'pulls/pulls#update-a-pull-request-branch', need: write('pull_requests'), run: updateBranch },
  { method: 'GET', path: `${r}/pulls/{pull_number}/commits`, operation: 'pulls/list-commits', docs: 'pulls/pulls#list-commits-on-a-pull-request', need: read('pull_requests'), run: listPullCommits },
  { method: 'GET', path: `${r}/pulls/{pull_number}/files`, operation: 'pulls/list-files', docs: 'pulls/pulls#list-pull-requests-files', need: read('pull_requests'), run: listPullFiles },
  { method: 'GET', path: `${r}/pulls/{pull_number}/reviews`, operation: 'pulls/list-reviews', docs: 'pulls/reviews#list-reviews-for-a-pull-request', need: read('pull_requests'), run: listReviews },
  { method: 'POST', path: `${r}/pulls/{pull_number}/reviews`, operation: 'pulls/create-review', docs: 'pulls/reviews#create-a-review-for-a-pull-request', need: discuss('pull_requests'), run: createReview },
  { method: 'GET', path: `${r}/pulls/{pull_number}/requested_reviewers`, operation: 'pulls/list-requested-reviewers', docs: 'pulls/review-requests#get-all-requested-reviewers-for-a-pull-request', need: read('pull_requests'), run: listRequestedReviewers },
  { method: 'POST', path: `${r}/pulls/{pull_number}/requested_reviewers`, operation: 'pulls/request-reviewers', docs: 'pulls/review-requests#request-reviewers-for-a-pull-request', need: write('pull_requests'), run: requestReviewers },
  { method: 'DELETE', path: `${r}/pulls/{pull_number}/requested_reviewers`, operation: 'pulls/remove-requested-reviewers', docs: 'pulls/review-requests#remove-requested-reviewers-from-a-pull-request', need: write('pull_requests'), run: removeRequestedReviewers },

  { method: 'GET', path: `${r}/collaborators`, operation: 'repos/list-collaborators', docs: 'collaborators/collaborators#list-repository-collaborators', need: { ...read('metadata'), known: true, archived: true }, run: listCollaborators },
  { method: 'GET', path: `${r}/collaborators/{username}`, operation: 'repos/check-collaborator', docs: 'collaborators/collaborators#check-if-a-user-is-a-repository-collaborator', need: { ...read('metadata'), known: true, archived: true }, run: checkCollaborator },
  { method: 'PUT', path: `${r}/collaborators/{username}`, operation: 'repos/add-collaborator', docs: 'collaborators/collaborators#add-a-repository-collaborator', need: admin(), run: putCollaborator },
  { method: 'DELETE', path: `${r}/collaborators/{username}`, operation: 'repos/remove-collaborator', docs: 'collaborators/collaborators#remove-a-repository-collaborator', need: admin(), run: deleteCollaborator },
  { method: 'GET', path: `${r}/collaborators/{username}/permission`, operation: 'repos/get-collaborator-permission-level', docs: 'collaborators/collaborators#get-repository-permissions-for-a-user', need: read('metadata'), run: getCollaboratorPermission },

  { method: 'GET', path: `${r}/issues`, operation: 'issues/list-for-repo', docs: 'issues/issues#list-repository-issues', need: read('issues'), run: listIssues },
  { method: 'POST', path: `${r}/issues`, operation: 'issues/create', docs: 'issues/issues#create-an-issue', need: discuss('issues'), run: createIssue },
  { method: 'GET', path: `${r}/issues/comments/{comment_id}`, operation: 'issues/get-comment', docs: 'issues/comments#get-an-issue-comment', need: read('issues'), run: getIssueComment },
  { method: 'PATCH', path: `${r}/issues/comments/{comment_id}`, operation: 'issues/update-comment', docs: 'issues/comments#update-an-issue-comment', need: discuss('issues'), run: updateIssueComment },
  { method: 'DELETE', path: `${r}/issues/comments/{comment_id}`, operation: 'issues/delete-comment', docs: 'issues/comments#delete-an-issue-comment', need: discuss('issues'), run: deleteIssueComment },
  { method: 'GET', path: `${r}/issues/{issue_number}`, operation: 'issues/get', docs: 'issues/issues#get-an-issue', need: read('issues'), run: getIssue },
  { method: 'GET', path: `${r}/issues/{issue_number}/comments`, operation: 'issues/list-comments', docs: 'issues/comments#list-issue-comments', need: read('issues'), run: listIssueComments },
  { method: 'POST', path: `${r}/issues/{issue_number}/comments`, operation: 'issues/create-comment', docs: 'issues/comments#create-an-issue-comment', need: discuss('issues'), run: createIssueComment },
];

/** Routes outside the API that its answers link to. */
// prettier-ignore
export const pages: readonly Route[] = [
  { method: 'GET', path: '/{owner}/{repo}/raw/{ref}/{path*}', operation: 'raw', docs: 'repos/contents', need: read('contents'), run: getRaw },
  { method: 'GET', path: '/{owner}/{repo}/actions/runs/{run_id}/logs', operation: 'run-logs', docs: 'actions/workflow-runs', need: read('actions'), run: getRunLogs },
  { method: 'GET', path: '/{owner}/{repo}/actions/jobs/{job_id}/logs', operation: 'job-log', docs: 'actions/workflow-jobs', need: read('actions'), run: getJobLog },
];
