import type { Server } from '@recourse/engine';
import type {
  CloseOptions,
  ErrorForm,
  HttpServing,
  Metrics,
  ServerEntry,
  Serving,
  StartedServer,
  TlsFiles,
} from '@recourse/server';
import { openNotes, openOperator } from '@recourse/stores/configured';
import type { LocateOptions, Operator } from '@recourse/stores/configured';
import { UsageError } from '../errors/operator-error.ts';
import type { Address } from './address.ts';
import { oauthOf } from './oauth-of.ts';
import { settled } from './settled.ts';
import { shutdownOf } from './shutdown.ts';
import type { Shutdown } from './shutdown.ts';

export interface ServePlan {
  readonly entries: readonly ServerEntry[];
  readonly locate: LocateOptions;
  /** stdio if there is none. */
  readonly http?: Address;
  readonly tls?: TlsFiles;
  /** Overrides whether clients of older revisions get a session over HTTP. */
  readonly sessions?: boolean;
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  readonly errors: ErrorForm;
  readonly notify: (line: string) => void;
}

export interface Served {
  readonly servers: readonly Server[];
  readonly operator: Operator;
  /** Nothing on stdio. */
  readonly http?: HttpServing;
  /** The longest time from the signal to the end of the process. */
  readonly boundMs: number;
  readonly closed: Promise<void>;
  close(options?: CloseOptions): Promise<void>;
}

/** Opens the operator's side, starts the servers and lets clients connect. Closes everything again on failure. */
export const serve = async (plan: ServePlan): Promise<Served> => {
  const operator = await openOperator(plan.locate);
  const started: StartedServer[] = [];
  const end = async (): Promise<void> => {
    for (const server of started) await server.close?.();
    await operator.close();
  };
  try {
    const metrics = plan.http && operator.configuration.telemetry.metrics && (await openMetrics());
    for (const entry of plan.entries) {
      started.push(await settled(() => entry.start(settingOf(plan, operator, metrics))));
    }
    const servers = started.map(({ server }) => server);
    const shutdown = shutdownOf(plan, operator);
    const serving = await settled(() => open(plan, servers, operator, { ...shutdown, metrics }));
    const closed = serving.closed.then(end);
    return {
      servers,
      operator,
      ...('url' in serving && { http: serving }),
      boundMs: shutdown.boundMs,
      closed,
      close: async (options) => {
        await serving.close(options);
        await closed;
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
};

/** Only a server with metrics loads the library that keeps them. */
const openMetrics = async (): Promise<Metrics> => (await import('@recourse/server')).createMetrics();

const settingOf = (
  { locate, notify }: ServePlan,
  { options, configuration, stores }: Operator,
  metrics: Metrics | undefined,
) => ({
  options: metrics ? { ...options, record: { ...options.record, measure: metrics.measure } } : options,
  // Only servers that keep runs ask for it.
  stores,
  adapters: configuration.adapters,
  environment: locate.environment,
  cwd: locate.cwd,
  notes: openNotes(locate),
  notify,
});

const open = async (
  plan: ServePlan,
  servers: readonly Server[],
  { stores, configuration }: Operator,
  { lameDuckMs, drainMs, metrics }: Shutdown & { readonly metrics: Metrics | undefined },
): Promise<Serving | HttpServing> => {
  const limits = { lameDuckMs, stopMs: drainMs };
  const { serveHttp, serveStdio } = await import('@recourse/server');
  const { http, tls, hosts, origins, errors, notify } = plan;
  const onError = (error: Error): void => notify(`recourse: ${error.message}`);
  if (http) {
    const ready = (): Promise<boolean> =>
      stores.keys.list().then(
        () => true,
        () => false,
      );
    return serveHttp(servers, {
      ...http,
      ...configuration.http,
      ...(plan.sessions !== undefined && { sessions: plan.sessions }),
      tls,
      oauth: oauthOf(configuration, plan.locate.environment),
      hosts,
      origins,
      errors,
      onError,
      ready,
      limits,
      approvals: stores.approvals,
      metrics: metrics && { metrics, principals: configuration.telemetry.metrics?.principals ?? [] },
    });
  }
  const [server] = servers;
  if (!server) throw new UsageError('Specify a server to serve.');
  return serveStdio(server, { errors, onError, limits });
};
