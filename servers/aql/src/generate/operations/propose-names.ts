import { longestName } from '../../adapter/fields/names.ts';
import { meaningOf, isPlural, singular, snakeCase, wordsOf } from './words.ts';

/** The facts that a name is made from. */
export interface Nameable {
  readonly method: string;
  readonly path: string;
  readonly operationId: string | undefined;
}

/** Names for one operation, the shortest first; each next one says more, and the last is unlike that of any other path. */
export const proposeNames = (operation: Nameable): readonly string[] => {
  const fromPath = namesByPath(operation);
  const candidates = [...namesById(operation.operationId), ...fromPath, segmentsName(operation), longName(operation)];
  return [...new Set(candidates.filter((name): name is string => name !== undefined && name.length > 1))];
};

const prepositions = new Set(['for', 'in', 'from', 'by', 'to', 'with', 'on', 'if', 'of', 'as', 'at']);

/** From `repos/get`, `issues.list`, `PetsController_findAll`, `pets_list` or `getPetById`. */
const namesById = (operationId: string | undefined): readonly (string | undefined)[] => {
  if (operationId === undefined) return [];
  const [, group, verbPart] = /^(.+?)(?:Controller[_.]|::|[/.:#])([^/.:#]+)$/.exec(operationId) ?? [];
  if (group !== undefined && verbPart !== undefined) return namesOfGroup(wordsOf(group), wordsOf(verbPart));
  const words = wordsOf(operationId);
  // `pets_list` says what it does at its end.
  if (meaningOf(words[0]) === undefined && meaningOf(words.at(-1)) !== undefined) {
    return [snakeCase([words.at(-1) ?? '', ...words.slice(0, -1)])];
  }
  return [snakeCase(words)];
};

const namesOfGroup = (group: readonly string[], words: readonly string[]): readonly (string | undefined)[] => {
  // `search/commits` has its verb in front of the group.
  if (meaningOf(words[0]) === undefined && meaningOf(group[0]) !== undefined) return [snakeCase([...group, ...words])];
  const [verb = '', ...rest] = words;
  const nouns = group.slice(-2);
  const many = verb === 'list' || verb === 'search' || rest[0] === 'all';
  const noun = [...nouns.slice(0, -1), many ? (nouns.at(-1) ?? '') : singular(nouns.at(-1) ?? '')];
  const [next] = rest;
  if (next === undefined || prepositions.has(next) || rest.join() === 'all')
    return [snakeCase([verb, ...noun, ...rest])];
  const qualifier = nouns.map((word) => singular(word)).filter((word) => !rest.includes(word));
  return [snakeCase(words), snakeCase([verb, ...qualifier, ...rest])];
};

const isPlaceholder = (segment: string): boolean => segment.includes('{');

/** From `GET /repos/{owner}/{repo}/issues`: `list_issues`, then `list_repo_issues`. */
const namesByPath = ({ method, path }: Nameable): readonly (string | undefined)[] => {
  const segments = path.split('/').filter((segment) => segment !== '');
  const fixed = segments.filter((segment) => !isPlaceholder(segment)).map((segment) => wordsOf(segment));
  const last = fixed.at(-1) ?? [];
  const endsInPlaceholder = isPlaceholder(segments.at(-1) ?? '');
  const above = (fixed.at(-2) ?? []).map((word) => singular(word));
  // `POST /runs/{id}/cancel` names its verb itself.
  if (method === 'POST' && !endsInPlaceholder && meaningOf(last[0]) !== undefined && !isPlural(last.at(-1) ?? '')) {
    return [snakeCase([...last, ...above])];
  }
  const verb = verbFor(method, endsInPlaceholder, last);
  const noun = verb === 'list' ? last : last.map((word) => singular(word));
  const replaced = verb === 'update' && method === 'PUT' ? [snakeCase(['replace', ...noun])] : [];
  return [snakeCase([verb, ...noun]), ...replaced, snakeCase([verb, ...above, ...noun])];
};

const verbFor = (method: string, endsInPlaceholder: boolean, last: readonly string[]): string => {
  if (method === 'GET') return !endsInPlaceholder && isPlural(last.at(-1) ?? '') ? 'list' : 'get';
  if (method === 'HEAD') return 'check';
  if (method === 'DELETE') return 'delete';
  return method === 'POST' ? 'create' : 'update';
};

/** All fixed segments of the path, and the placeholder that it ends in: `get_company_credentials_by_origin_id`. */
const segmentsName = ({ method, path }: Nameable): string | undefined => {
  const segments = path.split('/');
  const fixed = segments.filter((segment) => !isPlaceholder(segment)).flatMap((segment) => wordsOf(segment));
  const last = segments.at(-1) ?? '';
  const words = [method.toLowerCase(), ...fixed, ...(isPlaceholder(last) ? ['by', ...wordsOf(last)] : [])];
  return words.join('_').length <= longestName ? snakeCase(words) : undefined;
};

/**
 * The whole path in words, or as many of its last segments as fit into a name: the end of a path tells operations apart
 * better than its beginning.
 */
const longName = ({ method, path }: Nameable): string => {
  const verb = method.toLowerCase();
  const segments = path
    .split('/')
    .map((segment) => wordsOf(segment.replaceAll('{', ' by ')))
    .filter((words) => words.length > 0);
  const fits = (from: number): boolean => [verb, ...segments.slice(from).flat()].join('_').length <= longestName;
  const first = segments.findIndex((_, index) => fits(index));
  return snakeCase([verb, ...segments.slice(first < 0 ? -1 : first).flat()]) ?? verb;
};
