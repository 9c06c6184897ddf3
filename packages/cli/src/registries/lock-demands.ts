import { compareVersions } from '@recourse/contract/stability';
import { findChangelog, mentionsCode } from './find-changelog.ts';
import { shownPath } from './read-json.ts';
import type { RegistryState } from './registry-state.ts';

/**
 * Lists the obstacles to locking a registry: problems of its codes, breaks that the version does not allow, and
 * additions without the right `since` or without a line in the changelog.
 */
export const lockDemands = (state: RegistryState, cwd: string): readonly string[] => [
  ...state.problems,
  ...state.findings
    .filter(({ severity }) => severity === 'break')
    .map(({ message, needs }) => `${message}; this requires ${needs ?? 'a new major version'}`),
  ...(state.locked ? additionDemands(state, cwd) : firstDemands(state)),
];

const firstDemands = ({ codes, registry }: RegistryState): readonly string[] =>
  codes
    .filter(({ since }) => compareVersions(since, registry.version) > 0)
    .map(
      ({ code, since }) =>
        `the 'since' of ${code} is '${since}', but ${registry.packageName} has version ${registry.version}`,
    );

const additionDemands = (state: RegistryState, cwd: string): readonly string[] => {
  const { registry, findings, codes } = state;
  const added = new Set(findings.filter(({ change }) => change === 'added').map(({ code }) => code));
  const changelog = findChangelog(registry.directory);
  return codes
    .filter(({ code }) => added.has(code))
    .flatMap(({ code, since }) => {
      const demands: string[] = [];
      if (since !== registry.version) {
        demands.push(`${code} is new: its 'since' must be '${registry.version}', not '${since}'`);
      }
      if (changelog === undefined) {
        demands.push(
          `${code} is new: create a CHANGELOG.md next to package.json with a line that contains \`${code}\``,
        );
      } else if (!mentionsCode(changelog, code)) {
        demands.push(`${code} is new: add a line that contains \`${code}\` to ${shownPath(changelog, cwd)}`);
      }
      return demands;
    });
};
