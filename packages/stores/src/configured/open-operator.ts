import type { ServerOptions } from '@recourse/engine';
import { applyConfiguration } from '@recourse/engine/configuration';
import type { OperatorOptions } from '@recourse/engine/configuration';
import { createKeyIdentity } from '../identity/create-key-identity.ts';
import { openConfiguredStores } from './open-configured-stores.ts';
import type { ConfiguredStores, OpenConfiguredOptions } from './open-configured-stores.ts';

/** Everything that a working directory and its environment say about the servers that run there. */
export interface Operator extends ConfiguredStores {
  readonly options: OperatorOptions & Pick<ServerOptions, 'stores'>;
  /** Delivers what is still to be recorded, and closes the stores. */
  close(): Promise<void>;
}

/** Opens the operator's side of one or more servers: configuration, state, keys and record. */
export const openOperator = async (given: OpenConfiguredOptions): Promise<Operator> => {
  const configured = await openConfiguredStores(given);
  const { configuration, stores } = configured;
  const options = applyConfiguration(configuration, {
    identity: createKeyIdentity(stores.keys),
    events: stores.events,
  });
  return {
    ...configured,
    options: { ...options, stores },
    close: async () => {
      await options.record.events?.close();
      await stores.close();
    },
  };
};
