import type { Domain, Policy, PolicySource } from '../policy.ts';
import type { DomainDraft, PolicyDraft } from './policy-fields.ts';

/** The minimum if neither the file nor a domain sets one. */
export const builtInMinimum = 80;

/** A file without domains is about the whole project. */
export const wholeProject: DomainDraft = { name: 'all', match: ['**'] };

/** The policy that the files together say. */
export const buildPolicy = (draft: PolicyDraft, module: string | undefined, source: PolicySource): Policy => {
  const { language, profile = {}, integration } = draft;
  const defaultMinimum = draft.policy?.default?.min ?? builtInMinimum;
  const given = draft.policy?.domains ?? [];
  const { format, path } = profile;
  return {
    language: language === 'auto' ? undefined : language,
    profile: {
      ...(format !== undefined && format !== 'auto' && { format }),
      ...(path !== undefined && { path }),
    },
    runner: draft.runner,
    metric: draft.metric,
    defaultMinimum,
    domains: (given.length > 0 ? given : [wholeProject]).map((domain) => buildDomain(domain, defaultMinimum)),
    exclude: draft.exclude ?? [],
    files: (draft.files ?? []).map(({ match, min }) => ({ match, minimum: min })),
    diff: {
      enabled: draft.diff?.enabled ?? false,
      base: draft.diff?.base ?? 'origin/main',
      minimum: draft.diff?.min,
    },
    // Integration tests are not run here; what they have left behind is counted, and missed where it does not exist.
    mergedProfiles: [
      ...new Set([
        ...(draft.merge?.profiles ?? []),
        ...(integration?.enabled === true ? [integration.profile ?? '.cover/integration.out'] : []),
      ]),
    ],
    paths: draft.paths ?? [],
    annotations: draft.annotations?.enabled ?? false,
    module,
    source,
  };
};

const buildDomain = (domain: DomainDraft, defaultMinimum: number): Domain => ({
  name: domain.name,
  match: domain.match ?? [],
  exclude: domain.exclude ?? [],
  minimum: domain.min ?? defaultMinimum,
  inherited: domain.min === undefined,
  warn: domain.warn,
});
