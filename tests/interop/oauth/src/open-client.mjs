import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { authorize } from './browser.mjs';

const redirectUrl = 'http://127.0.0.1:9/callback';

/** The official client with everything that its OAuth flow keeps, and a browser for its user. */
export const openClient = async (url) => {
  const kept = { asked: [] };
  let code;
  const authProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: 'interop',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
    redirectToAuthorization: async (address) => {
      kept.asked.push(address);
      code = await authorize(address, redirectUrl);
    },
  };
  const connect = async () => {
    const client = new Client({ name: 'interop', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider });
    await client.connect(transport);
    return client;
  };
  /** Connects; if the server requires a token, gets one first, as the specification has it. */
  const open = async () => {
    try {
      return await connect();
    } catch (error) {
      if (error.constructor.name !== 'UnauthorizedError') throw error;
      const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider });
      await transport.finishAuth(code);
      return connect();
    }
  };
  return { open, kept };
};
