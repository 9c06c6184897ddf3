import { fail, findSimilar } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { Prompt, Server } from '@recourse/engine';

const mostNames = 20;
const longestName = 64;

/** Finds a prompt by its name, else refuses the name with the nearest ones. */
export const findPrompt = ({ prompts }: Server, wanted: string): Prompt | Failure => {
  const found = prompts.find(({ name }) => name === wanted);
  if (found) return found;
  const name = wanted.slice(0, longestName);
  const names = prompts.map((prompt) => prompt.name);
  const similar = findSimilar(name, names, { role: 'prompt' });
  const listed = names.length === 0 ? '' : `; available: ${names.slice(0, mostNames).join(', ')}`;
  return fail(
    'NOT_FOUND_RESOURCE',
    { resource_type: 'prompt', resource_id: name },
    { message: `There is no prompt '${name}'${listed}`, ...(similar.length > 0 && { similar }) },
  );
};

/** Refuses a prompt without its required arguments. */
export const refuseMissingArguments = (
  { name: prompt, arguments: args = [] }: Prompt,
  given: Readonly<Record<string, string>>,
): Failure | undefined => {
  const missing = args.filter(({ name, required }) => required && !Object.hasOwn(given, name)).map(({ name }) => name);
  const [first] = missing;
  if (first === undefined) return undefined;
  const several = missing.length > 1 ? { missing_params: missing } : {};
  const similar = findSimilar(first, Object.keys(given).slice(0, mostNames), { role: 'argument' });
  const details = { param_name: first, operation: prompt, ...several };
  return fail('VALIDATION_MISSING_PARAM', details, { ...(similar.length > 0 && { similar }) });
};
