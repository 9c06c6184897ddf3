import type { Notification, Server as McpServer } from '@modelcontextprotocol/server';
import type { Change, Server } from '@recourse/engine';
import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { FindReader } from './find-reader.ts';
import { findResource, missingResource } from './find-resource.ts';
import { RefusedError } from './refused-error.ts';

/** Bounds the memory of a session. */
const mostSubscriptions = 1000;

/**
 * Notifies the client of a lasting connection about changes. In sessions the client subscribes to resources here; on
 * 2026-07-28 the SDK keeps the subscriptions and filters by them.
 */
export const serveChanges = (
  mcp: McpServer,
  server: Server,
  { era, findReader }: { readonly era: 'legacy' | 'modern'; readonly findReader: FindReader },
): void => {
  const { announced, subscribe } = server.changes;
  if (announced.size === 0) return;
  const watched = new Set<string>();
  if (era === 'legacy' && announced.has('contents')) serveSubscriptions(mcp, server, { watched, findReader });
  const notify = async (change: Change): Promise<void> => {
    if (!isForAll(change) && !server.concerns(await findReader(), change)) return;
    await mcp.notification(toNotification(change));
  };
  const end = subscribe((change) => {
    const isOfList = typeof change === 'string' || 'list' in change;
    const isWanted = isOfList || era === 'modern' || watched.has(change.resource);
    // A client that is gone gets no notification.
    if (isWanted) notify(change).catch(() => undefined);
  });
  const { onclose } = mcp;
  Object.assign(mcp, {
    onclose: () => {
      end();
      onclose?.();
    },
  });
};

/** Whether a change concerns every client, so that its reader need not be found. */
const isForAll = (change: Change): boolean =>
  typeof change === 'string' || (!('tools' in change) && change.owner === undefined);

const serveSubscriptions = (
  mcp: McpServer,
  server: Server,
  { watched, findReader }: { readonly watched: Set<string>; readonly findReader: FindReader },
): void => {
  mcp.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    const reader = await findReader();
    if (!findResource(server, uri, reader)) throw missingResource(server, uri, reader);
    if (watched.size >= mostSubscriptions) {
      throw new RefusedError(tooManySubscriptions());
    }
    watched.add(uri);
    return {};
  });
  mcp.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    watched.delete(uri);
    return {};
  });
};

const tooManySubscriptions = (): Failure =>
  fail(
    'VALIDATION_OUT_OF_RANGE',
    { param_name: 'uri', maximum: mostSubscriptions, measured: 'items' },
    {
      message: `A session can watch at most ${mostSubscriptions} resources`,
      hint: 'End a subscription with resources/unsubscribe before you start another.',
    },
  );

const toNotification = (change: Change): Notification => {
  if (typeof change === 'string') return { method: `notifications/${change}/list_changed` };
  if ('list' in change) return { method: `notifications/${change.list}/list_changed` };
  return { method: 'notifications/resources/updated', params: { uri: change.resource } };
};
