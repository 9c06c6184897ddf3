import { numberInNodeId } from '../../bodies/node-id.ts';
import { searchIssues } from '../../domain/search-issues.ts';
import { readQuery } from '../../domain/search-query.ts';
import type { User } from '../../state/users.ts';
import { findVisible, mayRead, pullById, repositoryById } from '../access.ts';
import { connect, type Connection, type PageArguments } from '../connection.ts';
import type { Context } from '../context.ts';
import { notResolved, shown } from '../problem.ts';
import {
  issueOrPull,
  issueSource,
  pullSource,
  repositorySource,
  userSource,
  type IssueSource,
  type PullSource,
  type UserSource,
} from '../sources.ts';
import type { Fields } from './fields.ts';

interface Login {
  readonly login: string;
}

/** More results than GitHub shows. */
const maxResults = 1000;

export const queryFields: Fields<undefined> = {
  viewer: (_, __, { actor }) => userSource(actor.user),
  user: (_, { login }: Login, context) => named(context, login, 'User'),
  organization: (_, { login }: Login, context) => named(context, login, 'Organization'),
  repository: (_, { owner, name }: { readonly owner: string; readonly name: string }, context) =>
    repositorySource(findVisible(context, owner, name)),
  node: (_, { id }: { readonly id: string }, context) => nodeOf(context, id),
  search: (_, { query, ...page }: PageArguments & { readonly query: string }, context) => search(context, query, page),
};

function named({ world }: Context, login: string, type: User['type']): UserSource {
  const user = world.state.users.find({ login });
  if (user?.type !== type)
    throw notResolved(`${type === 'User' ? 'a User' : 'an Organization'} with the login of '${shown(login)}'`);
  return userSource(user);
}

/** Finds a user, repository, pull request or issue by its id. */
function nodeOf(context: Context, id: string): unknown {
  const { state } = context.world;
  const unresolved = notResolved(`a node with the global id of '${shown(id)}'`);
  switch (id.split('_', 1)[0]) {
    case 'U': {
      const user = state.users.find({ id: numberInNodeId('User', id) ?? 0 });
      if (user) return userSource(user);
      throw unresolved;
    }
    case 'R': {
      const repository = repositoryById(context, id);
      mayRead(context, repository, 'metadata');
      return repositorySource(repository);
    }
    case 'PR': {
      const facts = pullById(context, id);
      mayRead(context, facts.repository, 'pull_requests');
      return pullSource(facts);
    }
    case 'I': {
      const issue = state.issues.find({ id: numberInNodeId('Issue', id) ?? 0, isPull: false });
      if (!issue) throw unresolved;
      const repository = state.repositories.get(issue.repositoryId);
      mayRead(context, repository, 'issues');
      return issueSource(repository, issue);
    }
    default:
      throw unresolved;
  }
}

function search(context: Context, text: string, page: PageArguments): Connection<IssueSource | PullSource> {
  const { world, actor } = context;
  const found = searchIssues(world, actor, readQuery(text)).slice(0, maxResults);
  return connect(
    found.map(({ repository, issue }) => issueOrPull(world, repository, issue)),
    page,
  );
}
