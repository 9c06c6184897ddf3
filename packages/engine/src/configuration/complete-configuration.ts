import path from 'node:path';
import type { HttpSettings, OAuthSettings, PolicySettings } from '../settings/settings.ts';
import { longestConfirmationMs } from '../stages/consent/confirmation-times.ts';
import type { ConfirmationSubject } from '../stages/consent/confirmation-times.ts';
import type { QuotaRule } from '../stages/meter/quota-rule.ts';
import type { ConfigurationFile } from './configuration-schema.ts';
import { defaultConfiguration } from './configuration.ts';
import type { Configuration, StoreConfiguration } from './configuration.ts';

const windows = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000, month: 2_592_000_000 } as const;

/** Fills in what the file leaves out and turns its units into the engine's. Relative folders start at the file. */
export const completeConfiguration = (file: ConfigurationFile, directory: string): Configuration => ({
  policy: policyOf(file.policy ?? {}),
  approvals: { ...defaultConfiguration.approvals, ...file.approvals },
  trust: file.trust ?? {},
  http: httpOf(file.http ?? {}),
  ...(file.oauth && { oauth: oauthOf(file.oauth) }),
  quotas: mapValues(file.quotas ?? {}, (rules) => rules.map(ruleOf)),
  adapters: file.adapters ?? {},
  limits: { ...defaultConfiguration.limits, ...file.limits },
  ...(file.text && { text: file.text }),
  timeouts: { ...defaultConfiguration.timeouts, ...file.timeouts },
  shutdown: { ...defaultConfiguration.shutdown, ...file.shutdown },
  guards: {
    ...file.guards,
    ...(file.guards?.roots && { roots: mapValues(file.guards.roots, (root) => path.resolve(directory, root)) }),
  },
  store: file.store ? storeOf(file.store, directory) : defaultConfiguration.store,
  telemetry: { ...defaultConfiguration.telemetry, ...file.telemetry },
});

const httpOf = ({ anonymous, trusted_proxies, sessions }: NonNullable<ConfigurationFile['http']>): HttpSettings => ({
  ...(anonymous && { anonymous }),
  ...(sessions !== undefined && { sessions }),
  trustedProxies: trusted_proxies ?? defaultConfiguration.http.trustedProxies,
});

const oauthOf = ({ introspection, ...oauth }: NonNullable<ConfigurationFile['oauth']>): OAuthSettings => ({
  ...oauth,
  ...(introspection && {
    introspection: { clientId: introspection.client_id, secretVariable: introspection.secret_variable },
  }),
});

type PolicyFile = NonNullable<ConfigurationFile['policy']>;

const policyOf = ({ confirmationSeconds, confirmationSecondsFor, ...policy }: PolicyFile): PolicySettings => {
  const confirmationMs = confirmationTimes({ ...policy, confirmationSeconds, confirmationSecondsFor });
  return { ...policy, ...(confirmationMs !== undefined && { confirmationMs }) };
};

/** One time for all ends where the longest of its subject does, unless only a person can confirm. */
const confirmationTimes = (policy: {
  readonly consent?: PolicyFile['consent'];
  readonly confirmationSeconds: number | undefined;
  readonly confirmationSecondsFor: PolicyFile['confirmationSecondsFor'] | undefined;
}): PolicySettings['confirmationMs'] => {
  const { consent, confirmationSeconds: all, confirmationSecondsFor: single = {} } = policy;
  const times = Object.entries(longestConfirmationMs).flatMap(([subject, longest]) => {
    const own = single[subject as ConfirmationSubject];
    if (own !== undefined) return [[subject, own * 1000] as const];
    if (all === undefined) return [];
    return [[subject, consent === 'person' ? all * 1000 : Math.min(all * 1000, longest)] as const];
  });
  return times.length === 0 ? undefined : Object.fromEntries(times);
};

/** Keys of another kind of store were rejected before. */
const storeOf = (
  { kind, file, synchronous, most, ...postgres }: NonNullable<ConfigurationFile['store']>,
  directory: string,
): StoreConfiguration => {
  const common = most && { most };
  if (kind === 'memory') return { kind, ...common };
  if (kind === 'postgres') return { kind, ...postgres, ...common };
  return {
    kind,
    ...(file !== undefined && { file: path.resolve(directory, file) }),
    ...(synchronous && { synchronous }),
    ...common,
  };
};

type Quota = NonNullable<ConfigurationFile['quotas']>[string][number];

const ruleOf = ({ window, windowSeconds, count, ...rule }: Quota): QuotaRule => ({
  ...rule,
  count: count ?? 'attempts',
  windowMs: windowSeconds === undefined ? windows[window ?? 'hour'] : windowSeconds * 1000,
});

const mapValues = <From, To>(values: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
