import type { Server } from '@recourse/engine';
import type { ChangeKind } from '@recourse/engine/front-door';
import { tasksExtension } from '../rpc/protocol.ts';
import { suggests } from './suggests.ts';

/** The capabilities of a server, in both eras. The stdio door answers handshakes with them, without the SDK. */
export const capabilitiesOf = (server: Server) => capabilitiesFor(server, server.changes.announced);

/** The capabilities for a client of an older revision without a session: nothing reaches it between two requests. */
export const capabilitiesWithoutSession = (server: Server) => capabilitiesFor(server, new Set());

/** The capabilities on 2026-07-28 and later, at a door that serves tasks. */
export const capabilitiesWithTasks = (server: Server) => {
  const { extensions, ...rest } = capabilitiesOf(server);
  return { ...rest, extensions: { ...extensions, ...(server.hasTasks && { [tasksExtension]: {} }) } };
};

const capabilitiesFor = (server: Server, announced: ReadonlySet<ChangeKind>) => {
  const list = (kind: ChangeKind) => (announced.has(kind) ? { listChanged: true } : {});
  return {
    tools: list('tools'),
    ...(hasResources(server) && {
      resources: { ...list('resources'), ...(announced.has('contents') && { subscribe: true }) },
    }),
    ...(hasPrompts(server) && { prompts: list('prompts') }),
    ...(suggests(server) && { completions: {} }),
    ...(server.clientUses.has('log') && { logging: {} }),
    extensions: { ...server.extensions },
  };
};

/** Whether to announce resources. A list that may grow is announced while it is still empty. */
export const hasResources = ({ resources, resourceTemplates, changes: { announced } }: Server): boolean =>
  resources.length > 0 || resourceTemplates.length > 0 || announced.has('resources') || announced.has('contents');

export const hasPrompts = ({ prompts, changes: { announced } }: Server): boolean =>
  prompts.length > 0 || announced.has('prompts');
