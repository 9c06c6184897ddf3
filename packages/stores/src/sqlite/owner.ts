import { createOwner } from '../owners/create-owner.ts';
import type { Owner } from '../owners/create-owner.ts';
import { startRenewal } from '../owners/renewal.ts';
import type { Database } from './database.ts';

interface SqliteOwnerOptions {
  readonly database: Database;
  readonly file: string;
  readonly now: () => number;
  readonly leaseMs: number;
  readonly renewal: 'thread' | 'off';
}

/** The owner of this process's claims in one file. */
export const createSqliteOwner = ({ database, file, now, leaseMs, renewal }: SqliteOwnerOptions): Owner =>
  createOwner({
    leaseMs,
    register: (facts) => {
      const at = now();
      return database.write(() => database.connection.insert(registration, facts, at, at + leaseMs));
    },
    renew: (owner) => (renewal === 'off' ? undefined : startRenewal('sqlite', { file, owner, leaseMs })),
  });

const registration = 'INSERT INTO owners (facts, heard_at, lease_ends) VALUES (?, ?, ?)';
