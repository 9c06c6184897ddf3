import type { ConfigFacts } from '@recourse/server-launch';
import type { Io } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';

const questions: readonly (readonly [keyof ConfigFacts, string])[] = [
  ['product_slug', 'Name of the product in paths and branch names'],
  ['product_name', 'Display name of the product'],
  ['github_repo_url', 'URL of the product repository'],
  ['github_ref', 'Commit of the product, 40 hexadecimal digits'],
  ['site_repo_url', 'URL of the site repository'],
];

/** Asks for each fact, with what is known as the default. Without a terminal, everything must be known. */
export const askFacts = async (
  known: Partial<ConfigFacts>,
  { ask }: Pick<Io, 'ask'>,
  signal: AbortSignal,
): Promise<ConfigFacts | undefined> => {
  const facts: Partial<Record<keyof ConfigFacts, string>> = { ...known };
  for (const [name, question] of questions) {
    if (!ask) continue;
    const usual = facts[name];
    const answer = await ask(`${question}${usual === undefined ? '' : ` [${usual}]`}: `, signal);
    if (answer === undefined) return undefined;
    if (answer.trim() !== '') facts[name] = answer.trim();
  }
  const missing = questions.filter(([name]) => facts[name] === undefined);
  if (missing.length > 0) {
    const options = missing.map(([name]) => optionOf[name]).join(', ');
    throw new UsageError(
      `Pass ${options}: the working directory does not contain this information, and there is no terminal to ask on.`,
    );
  }
  return facts as ConfigFacts;
};

/** The option that gives each fact. */
const optionOf: Readonly<Record<keyof ConfigFacts, string>> = {
  product_slug: '--product',
  product_name: '--name',
  github_repo_url: '--repository',
  github_ref: '--ref',
  site_repo_url: '--site',
};
