import type { Server } from '@recourse/engine';
import type { ErrorForm, HttpServing, ServerEntry, Serving, StartedServer } from '@recourse/server';
import { openOperator } from '@recourse/stores/configured';
import type { LocateOptions, Operator } from '@recourse/stores/configured';
import { InputError } from '../command.ts';
import type { Address } from './address.ts';

export interface ServePlan {
  readonly entries: readonly ServerEntry[];
  readonly locate: LocateOptions;
  /** stdio where there is none. */
  readonly http?: Address;
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
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Opens the operator's side, starts the servers and puts them on the wire. What was opened is closed again if it fails. */
export const serve = async (plan: ServePlan): Promise<Served> => {
  const operator = await openOperator(plan.locate);
  const started: StartedServer[] = [];
  const end = async (): Promise<void> => {
    for (const server of started) await server.close?.();
    await operator.close();
  };
  try {
    for (const entry of plan.entries) started.push(await entry.start(settingOf(plan, operator)));
    const servers = started.map(({ server }) => server);
    const serving = await open(plan, servers, operator);
    const closed = serving.closed.then(end);
    return {
      servers,
      operator,
      ...('url' in serving && { http: serving }),
      closed,
      close: async () => {
        await serving.close();
        await closed;
      },
    };
  } catch (error) {
    await end();
    throw inWords(error, plan.http);
  }
};

const settingOf = ({ locate, notify }: ServePlan, { options, configuration }: Operator) => ({
  options,
  adapters: configuration.adapters,
  environment: locate.environment,
  cwd: locate.cwd,
  notify,
});

const open = async (
  plan: ServePlan,
  servers: readonly Server[],
  { stores }: Operator,
): Promise<Serving | HttpServing> => {
  const { serveHttp, serveStdio } = await import('@recourse/server');
  const { http, hosts, origins, errors, notify } = plan;
  const onError = (error: Error): void => notify(`recourse: ${error.message}`);
  if (http) {
    const ready = (): Promise<boolean> =>
      stores.keys.list().then(
        () => true,
        () => false,
      );
    return serveHttp(servers, { ...http, hosts, origins, errors, onError, ready });
  }
  const [server] = servers;
  if (!server) throw new InputError('There is no server to serve.');
  return serveStdio(server, { errors, onError });
};

/** What an operator can do something about is no fault of ours. */
const inWords = (error: unknown, address: Address | undefined): unknown => {
  if (!(error instanceof Error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  const where = address ? `${address.host}:${address.port}` : '';
  if (code === 'EADDRINUSE')
    return new InputError(`${where} is taken: stop what listens there, or choose another port.`);
  if (code === 'EACCES')
    return new InputError(`${where} may not be listened on by this user: choose a port over 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new InputError(`${where} is no address of this machine.`);
  return ['TypeError', 'ConfigurationError', 'StoreSettingsError', 'StoreUnavailableError'].includes(error.name)
    ? new InputError(error.message, { cause: error })
    : error;
};
