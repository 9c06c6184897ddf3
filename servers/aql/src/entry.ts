import path from 'node:path';
import type { ServerEntry, ServerSetting, StartedServer } from '@recourse/server';
import type { Adapter } from './adapter/adapter.ts';
import { createExchange, createLimitMemory } from './exchange/index.ts';
import { createAqlServer } from './server.ts';
import { modes, prefixProblem } from './endpoints/endpoint.ts';
import type { Mode } from './endpoints/endpoint.ts';
import { createAdapterFail } from './codes.ts';
import { effectiveTrust } from './operations/effective-trust.ts';
import type { GoodAdapter } from './reload/load-adapter.ts';
import { serveAdapterFile } from './reload/serve-adapter-file.ts';
import type { WatchOptions } from './reload/watch-file.ts';
import { completeStores } from './stores/complete-stores.ts';

export interface AqlEntryOptions {
  /** Default: MCP_AQL_ENDPOINT_MODE in the environment, else `semantic`. */
  readonly mode?: string;
  /** Default: MCP_AQL_TOOL_PREFIX in the environment, else no prefix. */
  readonly prefix?: string;
  /** Sends the requests to this address instead of the adapter's `base_url`. */
  readonly baseUrl?: string;
  readonly watch?: WatchOptions;
}

/** How `recourse serve aql` starts one adapter: a server of its own, under the adapter's name. */
export const aqlEntry = (loaded: GoodAdapter, options: AqlEntryOptions = {}): ServerEntry => ({
  name: loaded.adapter.name,
  start: (setting) => Promise.resolve(start(loaded, options, setting)),
});

const start = (
  loaded: GoodAdapter,
  options: AqlEntryOptions,
  { options: server, adapters = {}, environment, cwd, notify }: ServerSetting,
): StartedServer => {
  const mode = readMode(options.mode ?? (environment['MCP_AQL_ENDPOINT_MODE'] || 'semantic'));
  const prefix = options.prefix ?? environment['MCP_AQL_TOOL_PREFIX'] ?? '';
  const problem = prefixProblem(prefix);
  if (problem !== undefined) throw new TypeError(problem);
  const { adapter } = loaded;
  const settings = new Map(Object.entries(adapters)).get(adapter.name) ?? {};
  const now = server.now ?? Date.now;
  // Made once, so that tokens and counts outlive a version of the file.
  const stores = completeStores(server.stores, now);
  const limitMemory = createLimitMemory();
  const trust = effectiveTrust(adapter.trustClaim, settings.trust);
  const shown = path.relative(cwd, loaded.file);
  notify(`${adapter.name}: ${shown}, trusted as '${trust}'.${adviceFor(adapter, trust)}`);
  return serveAdapterFile({
    loaded,
    shown,
    notify,
    ...(options.watch && { watch: options.watch }),
    build: (version) => {
      const described = {
        ...version,
        ...(settings.statuses && { statuses: settings.statuses }),
        ...(options.baseUrl !== undefined && { baseUrl: options.baseUrl }),
      };
      const exchange = createExchange(described, {
        environment,
        fail: createAdapterFail(described),
        now,
        limitMemory,
        ...(settings.allowPrivate !== undefined && { allowPrivate: settings.allowPrivate }),
        ...(server.limits?.responseBytes !== undefined && { responseBytes: server.limits.responseBytes }),
      });
      return createAqlServer({ adapter: described, exchange, mode, prefix, settings, server: { ...server, stores } });
    },
  });
};

const readMode = (given: string): Mode => {
  const mode = modes.find((known) => known === given);
  if (!mode) throw new TypeError(`The endpoint mode must be one of ${modes.join(', ')}, got '${given}'.`);
  return mode;
};

/** Tells the operator in advance which operations will be refused because the adapter is not trusted. */
const adviceFor = ({ name, trustClaim }: Adapter, trust: string): string => {
  if (trust !== 'untested' && trust !== 'generated') return '';
  const refused =
    trust === 'untested' ? 'Every operation except introspect is refused' : 'Operations that change data are refused';
  return trust === trustClaim
    ? ` ${refused} until the adapter file claims a higher level under 'trust'.`
    : ` ${refused} until adapters.${name}.trust in recourse.config.json sets a higher level.`;
};
