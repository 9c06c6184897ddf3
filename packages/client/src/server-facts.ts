import { isJsonObject } from '@recourse/contract';
import type { DialectName, JsonObject } from '@recourse/contract';
import { dialectNames } from '@recourse/contract/dialects';
import { contractExtensionKey } from '@recourse/contract/mcp';

/** A server's facts about itself: its name, and whether it announces the contract. */
export interface ServerFacts {
  readonly name: string;
  readonly announced: boolean;
  readonly dialect: DialectName | undefined;
}

interface Introduced {
  getServerCapabilities?(): unknown;
  getServerVersion?(): unknown;
}

/** Looked up once for each connection, because capabilities do not change while it is open. */
const known = new WeakMap<object, ServerFacts>();

export const factsOf = (client: Introduced): ServerFacts => {
  const capabilities = client.getServerCapabilities?.();
  if (!isJsonObject(capabilities)) return readFacts(client, {});
  const found = known.get(capabilities);
  if (found) return found;
  const facts = readFacts(client, capabilities);
  known.set(capabilities, facts);
  return facts;
};

const readFacts = (client: Introduced, { extensions }: JsonObject): ServerFacts => {
  const version = client.getServerVersion?.();
  const contract = isJsonObject(extensions) ? extensions[contractExtensionKey] : undefined;
  const name = isJsonObject(version) && typeof version['name'] === 'string' ? version['name'] : '';
  if (!isJsonObject(contract)) return { name, announced: false, dialect: undefined };
  return { name, announced: true, dialect: dialectNames.find((dialect) => dialect === contract['dialect']) };
};
