import type { CdpConnection, CdpSession, SendOptions } from '../cdp/connection.ts';

/** The part of the protocol that only Node has. */
interface NodeSession {
  send(
    method: 'NodeRuntime.notifyWhenWaitingForDisconnect',
    params: { readonly enabled: true },
    options: SendOptions,
  ): Promise<unknown>;
  on(event: 'NodeRuntime.waitingForDisconnect', listener: () => void): void;
}

/** Closes the connection when the main process is about to exit: Node waits until every debugger has left. */
export const leaveAtExit = async (connection: CdpConnection, timeoutMs: number): Promise<void> => {
  const session: CdpSession & NodeSession = connection.session() as never;
  session.on('NodeRuntime.waitingForDisconnect', () => connection.close());
  await session.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true }, { timeoutMs });
};
