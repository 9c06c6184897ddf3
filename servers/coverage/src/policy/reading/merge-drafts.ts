import type { DomainDraft, PolicyDraft } from './policy-fields.ts';

/**
 * Merges two policy files. Values of the extending file win, including `false` and 0. Domains are merged by name,
 * excludes and further profiles are added, and rules for files replace the earlier ones.
 */
export const mergeDrafts = (parent: PolicyDraft, child: PolicyDraft): PolicyDraft => {
  const domains = mergeDomains(parent.policy?.domains ?? [], child.policy?.domains ?? []);
  return {
    ...parent,
    ...child,
    profile: { ...parent.profile, ...child.profile },
    policy: { default: { ...parent.policy?.default, ...child.policy?.default }, domains },
    exclude: [...(parent.exclude ?? []), ...(child.exclude ?? [])],
    diff: { ...parent.diff, ...child.diff },
    merge: { profiles: [...(parent.merge?.profiles ?? []), ...(child.merge?.profiles ?? [])] },
    integration: { ...parent.integration, ...child.integration },
    annotations: { ...parent.annotations, ...child.annotations },
  };
};

const mergeDomains = (parents: readonly DomainDraft[], children: readonly DomainDraft[]): readonly DomainDraft[] => {
  const merged = new Map(parents.map((domain) => [domain.name, domain]));
  for (const domain of children) merged.set(domain.name, { ...merged.get(domain.name), ...domain });
  return [...merged.values()];
};
