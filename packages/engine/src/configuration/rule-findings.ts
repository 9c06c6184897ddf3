import { findSimilar } from '@recourse/contract';
import type { Node } from 'jsonc-parser';
import { parseAddressRange } from '../guards/network/address-range.ts';
import { defaultTimeouts } from '../settings/settings.ts';
import { longestConfirmationMs } from '../stages/consent/confirmation-times.ts';
import type { ConfirmationSubject } from '../stages/consent/confirmation-times.ts';
import type { Finding } from './configuration-problem.ts';
import type { ConfigurationFile } from './configuration-schema.ts';
import { keyOffset, toPointer } from './configuration-tree.ts';
import type { Steps } from './configuration-tree.ts';
import { storeKeys } from './store-schema.ts';

/** Rules that involve several keys. */
export const ruleFindings = (
  file: ConfigurationFile,
  root: Node,
  tools: readonly string[] | undefined,
): readonly Finding[] => {
  const findings: Finding[] = [];
  const find = (steps: Steps, message: string, nearest?: string): void => {
    const offset = keyOffset(root, steps);
    findings.push({ offset, path: toPointer(steps), message, ...(nearest !== undefined && { nearest }) });
  };
  const { defaultMs, maxMs } = { ...defaultTimeouts, ...file.timeouts };
  if (defaultMs > maxMs) {
    const steps = ['timeouts', file.timeouts?.defaultMs === undefined ? 'maxMs' : 'defaultMs'];
    find(steps, `the default timeout (${defaultMs} ms) exceeds the maximum timeout (${maxMs} ms)`);
  }
  for (const [tool, rules] of Object.entries(file.quotas ?? {}))
    for (const [index, rule] of rules.entries()) {
      for (const message of quotaMessages(rule)) find(['quotas', tool, index], message);
    }
  for (const { steps, most } of tooLongConfirmations(file.policy)) {
    find(steps, `is too long: at most ${most}, unless policy.consent is 'person'`);
  }
  for (const [index, proxy] of (file.http?.trusted_proxies ?? []).entries()) {
    if (parseAddressRange(proxy)) continue;
    find(['http', 'trusted_proxies', index], 'expects an IP address or a CIDR range, such as 10.0.0.7 or 10.0.0.0/8');
  }
  for (const { key, owner } of foreignKeys(file.store)) {
    find(['store', key], `is only for stores of kind ${owner}; this one is ${file.store?.kind}`);
  }
  if (tools) {
    const named: readonly Steps[] = [
      ...Object.keys(file.policy?.tools ?? {}).map((name) => ['policy', 'tools', name]),
      ...Object.keys(file.quotas ?? {}).map((name) => ['quotas', name]),
    ];
    for (const steps of named) {
      const name = String(steps.at(-1));
      if (name === '*' && steps[0] === 'quotas') continue;
      if (tools.includes(name)) continue;
      const nearest = findSimilar(name, tools, { most: 1 })[0]?.ref;
      const advice = nearest === undefined ? '' : `; did you mean '${nearest}'?`;
      find(steps, `no tool or operation is called '${name}'${advice}`, nearest === undefined ? nearest : `${nearest}`);
    }
  }
  return findings;
};

/** Keys of another kind of store, where they would have no effect. */
const foreignKeys = (store: ConfigurationFile['store']): readonly { key: string; owner: string }[] =>
  Object.entries(storeKeys).flatMap(([owner, keys]) =>
    store && owner !== store.kind ? keys.filter((key) => Object.hasOwn(store, key)).map((key) => ({ key, owner })) : [],
  );

/**
 * A token that a model can read must not stay valid for long. If only a person's approval counts, it proves nothing.
 */
const tooLongConfirmations = (policy: ConfigurationFile['policy'] = {}): readonly { steps: Steps; most: number }[] => {
  if (policy.consent === 'person') return [];
  const { confirmationSeconds: all, confirmationSecondsFor: single = {} } = policy;
  const longest = Math.max(...Object.values(longestConfirmationMs)) / 1000;
  return [
    ...(all !== undefined && all > longest ? [{ steps: ['policy', 'confirmationSeconds'], most: longest }] : []),
    ...Object.entries(longestConfirmationMs).flatMap(([subject, ms]) => {
      const seconds = single[subject as ConfirmationSubject];
      const steps = ['policy', 'confirmationSecondsFor', subject];
      return seconds !== undefined && seconds * 1000 > ms ? [{ steps, most: ms / 1000 }] : [];
    }),
  ];
};

type Quota = NonNullable<ConfigurationFile['quotas']>[string][number];

const quotaMessages = ({ window, windowSeconds, warn, pause, stop }: Quota): readonly string[] => {
  const thresholds = [warn, pause, stop].filter((threshold) => threshold !== undefined);
  const messages: string[] = [];
  if (window === undefined && windowSeconds === undefined) messages.push("needs 'window' or 'windowSeconds'");
  if (window !== undefined && windowSeconds !== undefined)
    messages.push("has both 'window' and 'windowSeconds'; remove one");
  if (thresholds.length === 0) messages.push("has no effect; add 'warn', 'pause' or 'stop'");
  if (thresholds.some((threshold, index) => index > 0 && threshold < (thresholds[index - 1] ?? 0)))
    messages.push("has thresholds out of order: 'warn', 'pause' and 'stop' must not decrease");
  return messages;
};
