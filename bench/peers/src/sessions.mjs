/**
 * Keeps a transport for each session, as both SDKs leave it to their users to do.
 *
 * @typedef {{ handleRequest(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse): Promise<void> }} SessionTransport
 * @param {(onSession: (id: string, transport: SessionTransport) => void) => Promise<SessionTransport>} open
 */
export const serveSessions = (open) => {
  /** @type {Map<string, SessionTransport>} */
  const sessions = new Map();
  return async (
    /** @type {import('node:http').IncomingMessage} */ request,
    /** @type {import('node:http').ServerResponse} */ response,
  ) => {
    const known = sessions.get(String(request.headers['mcp-session-id']));
    const transport = known ?? (await open((id, opened) => sessions.set(id, opened)));
    await transport.handleRequest(request, response);
  };
};
