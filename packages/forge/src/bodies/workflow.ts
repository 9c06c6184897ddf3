import type { Repository } from '../state/repositories.ts';
import type { Workflow } from '../state/workflows.ts';
import type { World } from '../world.ts';
import { nodeId } from './node-id.ts';
import { apiOf, htmlOf } from './repository.ts';

export function workflowBody(world: World, repository: Repository, workflow: Workflow): Record<string, unknown> {
  const html = htmlOf(world, repository);
  const file = workflow.path.split('/').at(-1) ?? '';
  return {
    id: workflow.id,
    node_id: nodeId('Workflow', workflow.id),
    name: workflow.name,
    path: workflow.path,
    state: 'active',
    created_at: workflow.createdAt,
    updated_at: workflow.createdAt,
    url: `${apiOf(world, repository)}/actions/workflows/${workflow.id}`,
    html_url: `${html}/blob/${repository.defaultBranch}/${workflow.path}`,
    badge_url: `${html}/actions/workflows/${encodeURIComponent(file)}/badge.svg`,
  };
}
