import { selectEnvironment } from '@recourse/sandbox';
import type { EnvironmentOptions } from '@recourse/sandbox';

/** Variables of the toolchains. Nothing that loads code is on the list: no `PYTEST_ADDOPTS`, no `GOFLAGS`. */
const toolchains = [
  'GOCACHE',
  'GOMODCACHE',
  'GOPATH',
  'GOROOT',
  'GOPRIVATE',
  'GONOPROXY',
  'GONOSUMDB',
  'GOPROXY',
  'GOSUMDB',
  'GOTOOLCHAIN',
  'CGO_ENABLED',
  'PYENV_ROOT',
  'PYENV_VERSION',
] as const;

/** Builds the whole environment of a test runner. */
export const childEnvironment = (options: Omit<EnvironmentOptions, 'names'>): Record<string, string> =>
  selectEnvironment({ ...options, names: toolchains });
