import type { CheckRun } from '../state/checks.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';
import { nodeId } from './node-id.ts';
import { apiOf, htmlOf } from './repository.ts';
import { userBody } from './user.ts';

/** A check run. Its app stands for whatever reported it: the forge lets every writer do that. */
export function checkRunBody(world: World, repository: Repository, run: CheckRun): Record<string, unknown> {
  const self = `${apiOf(world, repository)}/check-runs/${run.id}`;
  const html = `${htmlOf(world, repository)}/runs/${run.id}`;
  const owner = world.state.users.get(repository.ownerId);
  return {
    id: run.id,
    node_id: nodeId('CheckRun', run.id),
    head_sha: run.sha,
    external_id: run.externalId,
    url: self,
    html_url: html,
    details_url: run.detailsUrl ?? html,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: { ...run.output, annotations_count: 0, annotations_url: `${self}/annotations` },
    name: run.name,
    check_suite: { id: run.id },
    app: {
      id: 1,
      slug: 'forge-checks',
      node_id: nodeId('App', 1),
      owner: userBody(world, owner),
      name: 'Forge checks',
      description: null,
      external_url: world.url(),
      html_url: `${world.url()}/apps/forge-checks`,
      created_at: repository.createdAt,
      updated_at: repository.createdAt,
      permissions: { checks: 'write', metadata: 'read' },
      events: [],
    },
    pull_requests: [],
  };
}
