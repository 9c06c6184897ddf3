import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import type { RequestFrame } from '../../rpc/frame.ts';
import { metaOf } from '../../rpc/route.ts';
import { protocolMeta, sessionVersions } from '../../rpc/protocol.ts';
import { capabilitiesOf } from '../../edge/capabilities.ts';

/** The beginning of a session. The SDK is told when it is first needed. */
export interface Handshake {
  readonly frame: RequestFrame;
  readonly capabilities: JsonObject;
}

/** Reads the handshake in a request; undefined if it is not one, or if the SDK has to reject it. */
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

/** The revision of a session: the one that the client asked for if it is known, else the newest. */
export const versionOf = ({ frame }: Handshake): string => {
  const wished = frame.params?.['protocolVersion'];
  return sessionVersions.find((known) => known === wished) ?? sessionVersions[0];
};

/** Answers a handshake. */
export const answerHandshake = (server: Server, handshake: Handshake): JsonObject => {
  const { name, version, instructions } = server;
  return {
    protocolVersion: versionOf(handshake),
    capabilities: capabilitiesOf(server),
    serverInfo: { name, version },
    ...(instructions !== undefined && { instructions }),
  };
};
