import type { TableShape } from './table.ts';

export interface User {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly type: 'User' | 'Organization';
  readonly siteAdmin: boolean;
  /** An organisation whose private resources need a token that was authorised for single sign-on. */
  readonly saml: boolean;
  readonly createdAt: string;
}

export const users: TableShape<User> = {
  name: 'users',
  create: `CREATE TABLE IF NOT EXISTS users (
    id INTEGER PRIMARY KEY AUTOINCREMENT, login TEXT NOT NULL COLLATE NOCASE UNIQUE, name TEXT, email TEXT,
    type TEXT NOT NULL, siteAdmin INTEGER NOT NULL, saml INTEGER NOT NULL, createdAt TEXT NOT NULL) STRICT`,
  booleans: ['siteAdmin', 'saml'],
};

/** A user's membership in an organisation, with the role. */
export interface Membership {
  readonly id: number;
  readonly organizationId: number;
  readonly userId: number;
  readonly role: 'member' | 'admin';
}

export const memberships: TableShape<Membership> = {
  name: 'memberships',
  create: `CREATE TABLE IF NOT EXISTS memberships (
    id INTEGER PRIMARY KEY AUTOINCREMENT, organizationId INTEGER NOT NULL REFERENCES users,
    userId INTEGER NOT NULL REFERENCES users, role TEXT NOT NULL, UNIQUE (organizationId, userId)) STRICT`,
};
