import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { Change, Server } from '@recourse/engine';

/** The changes of a server as the event bus of the SDK's streams on 2026-07-28 over HTTP. */
export const createChangeBus = ({ changes, notify }: Server): ServerEventBus => ({
  publish: (event) => notify(event.kind === 'resource_updated' ? { resource: event.uri } : listOf[event.kind]),
  subscribe: (listener) => changes.subscribe((change) => listener(toEvent(change))),
});

const listOf = {
  tools_list_changed: 'tools',
  prompts_list_changed: 'prompts',
  resources_list_changed: 'resources',
} as const;

const toEvent = (change: Change): ServerEvent =>
  typeof change === 'string' ? { kind: `${change}_list_changed` } : { kind: 'resource_updated', uri: change.resource };
