import { changeKinds } from './changes.ts';
import type { ServerOptions } from './server-options.ts';

type Lists = Pick<ServerOptions, 'changes' | 'prompts' | 'resources' | 'resourceTemplates'>;

/** Lists the problems with the lists of a server, for its author. A list that a function returns is not read. */
export const listProblems = ({ changes = [], prompts, resources, resourceTemplates }: Lists): readonly string[] => [
  ...changes
    .filter((kind) => !changeKinds.includes(kind))
    .map((kind) => `changes: '${kind}' must be one of ${changeKinds.join(', ')}`),
  ...twice(
    'resources',
    fixed(resources).map(({ uri }) => uri),
  ),
  ...twice(
    'resource templates',
    fixed(resourceTemplates).map(({ uriTemplate }) => uriTemplate),
  ),
  ...twice(
    'prompts',
    fixed(prompts).map(({ name }) => name),
  ),
];

const fixed = <Entry>(listed: readonly Entry[] | (() => readonly Entry[]) = []): readonly Entry[] =>
  typeof listed === 'function' ? [] : listed;

const twice = (what: string, names: readonly string[]): readonly string[] =>
  [...new Set(names.filter((name, index) => names.indexOf(name) < index))].map(
    (name) => `two ${what} are called '${name}'`,
  );
