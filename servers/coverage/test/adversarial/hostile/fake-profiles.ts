import { hostileTable } from '../case.ts';
import type { HostileCase } from '../case.ts';
import { fakeProfiles } from '../projects/profiles.ts';

const unattested = 'OP_PROFILE_UNATTESTED';
const missing = 'OP_PROFILE_MISSING';
const invalid = 'OP_PROFILE_INVALID';
const fake = 'fake/thousand.info';
const names = Object.keys(fakeProfiles).filter((name) => !name.endsWith('scope.json'));

/** Profiles that no run made, in a project that has one of its own. None of them may be judged. */
export const fakes: readonly HostileCase[] = [
  ...hostileTable({ class: 'fake-profile', project: 'guarded' }, [
    ...names.map((profile) => [unattested, { fromProfile: true, profile }] as const),
    ...names.map((profile) => [unattested, { profile }, 'debt'] as const),
    [unattested, { fromProfile: true, profile: './fake/../fake/thousand.info' }],
    [unattested, { fromProfile: true, profile: '{root}/fake/thousand.info' }],
    [unattested, { fromProfile: true, profile: fake, domains: ['source'] }],
    [unattested, { fromProfile: true, profile: fake, diffRef: 'HEAD~1' }],
    [unattested, { fromProfile: true, profile: fake, failUnder: 100, ratchet: true }],
    [unattested, { profile: fake }, 'report'],
    [unattested, { profile: fake, output: 'page.html' }, 'report'],
    [unattested, { profile: fake }, 'badge'],
    [unattested, { profile: fake, output: 'badge.svg' }, 'badge'],
    [unattested, { profile: fake }, 'suggest'],
    [unattested, { profile: fake, dryRun: true }, 'pr-comment'],
    [unattested, { baseProfile: fake, dryRun: true }, 'pr-comment'],
    [unattested, { baseProfile: fake }, 'compare'],
    [unattested, { baseProfile: 'fake/truthful.info', headProfile: fake }, 'compare'],
    [unattested, { fromProfile: true, configPath: 'merging/fake.yaml' }],
    [unattested, { configPath: 'merging/integration.yaml' }, 'report'],
    [missing, { fromProfile: true, configPath: 'merging/missing.yaml' }],
    [missing, { fromProfile: true, configPath: 'merging/integration-missing.yaml' }],
    [invalid, { fromProfile: true, configPath: 'merging/link.yaml' }],
    [invalid, { configPath: 'merging/folder.yaml' }, 'debt'],
    [unattested, { fromProfile: true, profile: fake, configPath: 'merging/missing.yaml' }],
  ]),
];
