import { readFile } from 'node:fs/promises';
import path from 'node:path';

const requirements = path.join(
  import.meta.dirname,
  '..',
  'node_modules',
  '@modelcontextprotocol',
  'conformance',
  'requirements',
);

/** The scenarios that the suite itself counts for a revision, as its list of requirements names them. */
export const scoredScenarios = async (revision) => {
  const text = await readFile(path.join(requirements, `${revision}.yaml`), 'utf8');
  const [, list = ''] = /^server:\n((?: +- .+\n)+)/m.exec(text) ?? [];
  return [...list.matchAll(/- (.+)/g)].map(([, name]) => name.trim());
};
