import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { Change, Server } from '@recourse/engine';
import type { Caller } from '@recourse/engine/front-door';

/**
 * The changes of a server as the event bus of the SDK's streams on 2026-07-28 over HTTP. The SDK subscribes while it
 * serves the request that opens a stream: `currentCaller` is the caller of that request.
 */
export const createChangeBus = (server: Server, currentCaller: () => Caller | undefined): ServerEventBus => ({
  publish: (event) => server.notify(event.kind === 'resource_updated' ? { resource: event.uri } : listOf[event.kind]),
  subscribe: (listener) => {
    const reader = currentCaller()?.principal;
    return server.changes.subscribe((change) => {
      if (server.concerns(reader, change)) listener(toEvent(change));
    });
  },
});

const listOf = {
  tools_list_changed: 'tools',
  prompts_list_changed: 'prompts',
  resources_list_changed: 'resources',
} as const;

const toEvent = (change: Change): ServerEvent => {
  if (typeof change === 'string') return { kind: `${change}_list_changed` };
  if ('list' in change) return { kind: `${change.list}_list_changed` };
  return { kind: 'resource_updated', uri: change.resource };
};
