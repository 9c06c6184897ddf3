import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import type { RequestFrame } from '../door/frame.ts';
import { metaOf } from '../door/route.ts';
import { protocolMeta, sessionVersions } from '../door/protocol.ts';
import { capabilitiesOf } from '../mcp/capabilities.ts';

/** How a session began. The SDK is told of it when it is first needed. */
export interface Handshake {
  readonly frame: RequestFrame;
  readonly capabilities: JsonObject;
}

/** The handshake in a request; nothing where it is none, or where something in it is the SDK's to refuse. */
export const handshakeOf = (frame: RequestFrame): Handshake | undefined => {
  const { method, params } = frame;
  if (method !== 'initialize' || !params || metaOf(params)[protocolMeta.version] !== undefined) return undefined;
  const { protocolVersion, capabilities, clientInfo } = params;
  const named = isJsonObject(clientInfo) && typeof clientInfo['name'] === 'string';
  if (!named || typeof clientInfo['version'] !== 'string' || typeof protocolVersion !== 'string') return undefined;
  return isJsonObject(capabilities) && Object.values(capabilities).every(isJsonObject)
    ? { frame, capabilities }
    : undefined;
};

/** The answer to a handshake: the version that was wished for, where it is known, else the newest. */
export const answerHandshake = (server: Server, { frame }: Handshake): JsonObject => {
  const wished = frame.params?.['protocolVersion'];
  const { name, version, instructions } = server;
  return {
    protocolVersion: sessionVersions.find((known) => known === wished) ?? sessionVersions[0],
    capabilities: capabilitiesOf(server),
    serverInfo: { name, version },
    ...(instructions !== undefined && { instructions }),
  };
};
