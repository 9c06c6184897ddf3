import type { Category, Method } from '../../adapter/adapter.ts';
import { isPlural, meaningOf, wordsOf } from './words.ts';
import type { VerbMeaning } from './words.ts';

/** The facts that decide the category of an operation. */
export interface Categorised {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly hasBody: boolean;
  /** Whether the same path can be read. */
  readonly isReadable: boolean;
}

/**
 * The category of an operation by its effect: the method if it decides, else the verb of its name. In doubt it is
 * `execute`, which promises nothing.
 */
export const categorise = (operation: Categorised): Category => {
  const meaning = meaningOf(operation.name.split('_')[0]);
  if (operation.method === 'DELETE') return 'delete';
  if (operation.method === 'PATCH') return 'update';
  if (operation.method === 'PUT') return categoriseReplacement(operation, meaning);
  if (operation.method === 'POST') return categorisePost(operation, meaning);
  // A GET whose name says that it changes something is not a read.
  return meaning === 'delete' || (meaning === 'execute' && operation.method === 'GET') ? meaning : 'read';
};

const categoriseReplacement = (operation: Categorised, meaning: VerbMeaning | undefined): Category => {
  if (meaning === 'create' || meaning === 'delete' || meaning === 'execute') return meaning;
  // `PUT /pulls/{number}/update-branch` is a command, and nothing that could be replaced.
  const isCommand =
    !operation.isReadable && meaningOf(wordsOf(operation.path.split('/').at(-1) ?? '')[0]) !== undefined;
  return operation.hasBody && !isCommand ? 'update' : 'execute';
};

const lookingVerbs = new Set(['get', 'list', 'search', 'count', 'check', 'find', 'query']);

const categorisePost = ({ name, path, isReadable }: Categorised, meaning: VerbMeaning | undefined): Category => {
  const [verb = ''] = name.split('_');
  const endsInPlaceholder = path.endsWith('}');
  // `POST /customers/{id}` beside `GET /customers/{id}` changes that customer.
  if (endsInPlaceholder && isReadable && meaning !== 'execute' && meaning !== 'delete') return 'update';
  // Only a name that does nothing but look vouches for a read that is posted.
  if (meaning === 'read') return lookingVerbs.has(verb) ? 'read' : 'execute';
  if (meaning !== undefined) return meaning;
  // A verb that we do not know: posting to a collection adds to it, anything else is a command.
  return isPlural(wordsOf(path.split('/').at(-1) ?? '').at(-1) ?? '') ? 'create' : 'execute';
};
