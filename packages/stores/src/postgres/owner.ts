import { createOwner } from '../owners/create-owner.ts';
import type { Owner } from '../owners/create-owner.ts';
import { startRenewal } from '../owners/renewal.ts';
import type { Database } from './database.ts';

interface PostgresOwnerOptions {
  readonly database: Database;
  readonly url: string;
  readonly schema: string;
  readonly connectMs: number;
  readonly now: () => number | null;
  readonly leaseMs: number;
  readonly renewal: 'thread' | 'off';
}

/** The owner of this process's claims in one schema. */
export const createPostgresOwner = ({ database, now, renewal, ...place }: PostgresOwnerOptions): Owner =>
  createOwner({
    leaseMs: place.leaseMs,
    register: async (facts) => {
      const [row] = await database.rows<{ id: number }>('owner', registration, [facts, place.leaseMs, now()]);
      if (!row) throw new Error('The store returned no row');
      return row.id;
    },
    renew: (owner) => (renewal === 'off' ? undefined : startRenewal('postgres', { ...place, owner })),
  });

const registration = `INSERT INTO $schema.owners (facts, heard_at, lease_ends)
  SELECT $1, at, at + $2 FROM (SELECT $schema.at($3) AS at OFFSET 0) clock RETURNING id`;
