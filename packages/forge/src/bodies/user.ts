import type { User } from '../state/users.ts';
import type { World } from '../world.ts';
import { nodeId } from './node-id.ts';

/** A user as every other body shows it. */
export function userBody(world: World, user: User): Record<string, unknown> {
  const api = `${world.url()}/users/${user.login}`;
  return {
    login: user.login,
    id: user.id,
    node_id: nodeId('User', user.id),
    avatar_url: `${world.url()}/avatars/u/${user.id}`,
    gravatar_id: '',
    url: api,
    html_url: `${world.url()}/${user.login}`,
    followers_url: `${api}/followers`,
    following_url: `${api}/following{/other_user}`,
    gists_url: `${api}/gists{/gist_id}`,
    starred_url: `${api}/starred{/owner}{/repo}`,
    subscriptions_url: `${api}/subscriptions`,
    organizations_url: `${api}/orgs`,
    repos_url: `${api}/repos`,
    events_url: `${api}/events{/privacy}`,
    received_events_url: `${api}/received_events`,
    type: user.type,
    user_view_type: 'public',
    site_admin: user.siteAdmin,
  };
}

export function userById(world: World, id: number | null): Record<string, unknown> | null {
  return id === null ? null : userBody(world, world.state.users.get(id));
}

/** A user's own page. */
export function publicUserBody(world: World, user: User): Record<string, unknown> {
  return {
    ...userBody(world, user),
    name: user.name,
    company: null,
    blog: '',
    location: null,
    email: user.email,
    hireable: null,
    bio: null,
    twitter_username: null,
    public_repos: world.state.repositories.count({ ownerId: user.id, private: false }),
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: user.createdAt,
    updated_at: user.createdAt,
  };
}

/** The user, with the fields that only this user sees. */
export function privateUserBody(world: World, user: User): Record<string, unknown> {
  const owned = world.state.repositories.count({ ownerId: user.id, private: true });
  return {
    ...publicUserBody(world, user),
    user_view_type: 'private',
    notification_email: user.email,
    private_gists: 0,
    total_private_repos: owned,
    owned_private_repos: owned,
    disk_usage: 0,
    collaborators: 0,
    two_factor_authentication: false,
    plan: { name: 'free', space: 976_562_499, collaborators: 0, private_repos: 10_000 },
  };
}
