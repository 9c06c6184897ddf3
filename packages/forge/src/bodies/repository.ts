import { permissionsOf, type Level } from '../identity/level.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';
import { nodeId } from './node-id.ts';
import { userBody } from './user.ts';

export function fullNameOf(world: World, repository: Repository): string {
  return `${world.state.users.get(repository.ownerId).login}/${repository.name}`;
}

export function apiOf(world: World, repository: Repository): string {
  return `${world.url()}/repos/${fullNameOf(world, repository)}`;
}

export function htmlOf(world: World, repository: Repository): string {
  return `${world.url()}/${fullNameOf(world, repository)}`;
}

/** The addresses below a repository, with the templates that GitHub publishes. */
const templates: Readonly<Record<string, string>> = {
  archive_url: '/{archive_format}{/ref}',
  assignees_url: '/assignees{/user}',
  blobs_url: '/git/blobs{/sha}',
  branches_url: '/branches{/branch}',
  collaborators_url: '/collaborators{/collaborator}',
  comments_url: '/comments{/number}',
  commits_url: '/commits{/sha}',
  compare_url: '/compare/{base}...{head}',
  contents_url: '/contents/{+path}',
  contributors_url: '/contributors',
  deployments_url: '/deployments',
  downloads_url: '/downloads',
  events_url: '/events',
  forks_url: '/forks',
  git_commits_url: '/git/commits{/sha}',
  git_refs_url: '/git/refs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  hooks_url: '/hooks',
  issue_comment_url: '/issues/comments{/number}',
  issue_events_url: '/issues/events{/number}',
  issues_url: '/issues{/number}',
  keys_url: '/keys{/key_id}',
  labels_url: '/labels{/name}',
  languages_url: '/languages',
  merges_url: '/merges',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  pulls_url: '/pulls{/number}',
  releases_url: '/releases{/id}',
  stargazers_url: '/stargazers',
  statuses_url: '/statuses/{sha}',
  subscribers_url: '/subscribers',
  subscription_url: '/subscription',
  tags_url: '/tags',
  teams_url: '/teams',
  trees_url: '/git/trees{/sha}',
};

/** A repository as other bodies embed it. */
export function repositoryBody(world: World, repository: Repository, level?: Level): Record<string, unknown> {
  const api = apiOf(world, repository);
  const html = htmlOf(world, repository);
  const openIssues = world.state.issues.count({ repositoryId: repository.id, state: 'open' });
  return {
    id: repository.id,
    node_id: nodeId('Repository', repository.id),
    name: repository.name,
    full_name: fullNameOf(world, repository),
    private: repository.private,
    owner: userBody(world, world.state.users.get(repository.ownerId)),
    html_url: html,
    description: repository.description,
    fork: false,
    url: api,
    ...Object.fromEntries(Object.entries(templates).map(([key, rest]) => [key, api + rest])),
    created_at: repository.createdAt,
    updated_at: repository.updatedAt,
    pushed_at: repository.pushedAt,
    git_url: html.replace(/^https?:/, 'git:').concat('.git'),
    ssh_url: `git@localhost:${fullNameOf(world, repository)}.git`,
    clone_url: `${html}.git`,
    svn_url: html,
    mirror_url: null,
    homepage: null,
    size: 0,
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: repository.hasIssues,
    has_projects: false,
    has_downloads: false,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    archived: repository.archived,
    disabled: false,
    open_issues_count: openIssues,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    visibility: repository.private ? 'private' : 'public',
    forks: 0,
    open_issues: openIssues,
    watchers: 0,
    default_branch: repository.defaultBranch,
    ...(level ? { permissions: permissionsOf(level) } : {}),
  };
}

/** The full body of one repository. Callers that may push also see its merge settings. */
export function fullRepositoryBody(world: World, repository: Repository, level: Level): Record<string, unknown> {
  const owner = world.state.users.get(repository.ownerId);
  const mayPush = permissionsOf(level).push;
  return {
    ...repositoryBody(world, repository, level),
    ...(mayPush
      ? {
          allow_squash_merge: repository.allowSquashMerge,
          allow_merge_commit: repository.allowMergeCommit,
          allow_rebase_merge: repository.allowRebaseMerge,
          allow_auto_merge: false,
          delete_branch_on_merge: repository.deleteBranchOnMerge,
          allow_update_branch: false,
          use_squash_pr_title_as_default: false,
          squash_merge_commit_message: 'COMMIT_MESSAGES',
          squash_merge_commit_title: 'COMMIT_OR_PR_TITLE',
          merge_commit_message: 'PR_TITLE',
          merge_commit_title: 'MERGE_MESSAGE',
        }
      : {}),
    ...(owner.type === 'Organization' ? { organization: userBody(world, owner) } : {}),
    network_count: 0,
    subscribers_count: 0,
  };
}
