import type { Principal, Trust } from '@recourse/engine';

export interface CreateKeyRequest {
  /** The principal of calls with this key. Several keys may have the same principal. */
  readonly principal: string;
  readonly trust: Trust;
  /** The tools that the key may use; absent means all. */
  readonly tools?: readonly string[];
  /** `approver` for a key that decides about the calls of others and makes none. Absent for callers. */
  readonly role?: 'approver';
}

/** The record of a key. The key itself is not stored. */
export interface KeyRecord extends CreateKeyRequest {
  readonly id: string;
  readonly created_at: number;
  readonly revoked_at?: number;
}

export interface CreatedKey {
  /** Shown once: only its digest is stored. */
  readonly key: string;
  readonly record: KeyRecord;
}

/** The bearer keys of callers from elsewhere. */
export interface Keys {
  create(request: CreateKeyRequest): Promise<CreatedKey>;
  /** All keys, revoked ones included, oldest first. */
  list(): Promise<readonly KeyRecord[]>;
  /**
   * From its return on the key opens nothing here, and a few milliseconds later nowhere. False if there is no such
   * key, or it was revoked before.
   */
  revoke(id: string): Promise<boolean>;
  /** Finds the principal of a key; undefined for an unknown or revoked key. */
  find(key: string): Promise<Principal | undefined>;
}
