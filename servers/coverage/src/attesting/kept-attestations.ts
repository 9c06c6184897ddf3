import type { Notes } from '@recourse/server';
import { z } from 'zod';
import type { Attestations } from './attestations.ts';
import { createMemoryAttestations } from './memory-attestations.ts';

/** The topic of the notes that attestations are. */
export const attestationTopic = 'coverage-attestations';

const shape = z.strictObject({
  profile: z.string(),
  format: z.string(),
  sources: z.string(),
  commit: z.string().nullable(),
  dirty: z.boolean().nullable(),
  runner: z.string(),
  version: z.string().nullable(),
  skipped: z.array(z.string()),
  at: z.string(),
});

export interface KeptOptions {
  /** Tells the operator, once, that notes cannot be kept. */
  readonly notify?: ((line: string) => void) | undefined;
}

/**
 * Keeps attestations as notes, so that other processes of the installation find them. Where a note cannot be written
 * they last as long as the process: that costs a run of the tests, and never attests anything.
 */
export const createKeptAttestations = (notes: Notes, { notify }: KeptOptions = {}): Attestations => {
  const own = createMemoryAttestations();
  let told = false;
  const tell = (error: unknown): void => {
    if (!told)
      notify?.(`recourse: attestations cannot be stored and last only as long as this process: ${messageOf(error)}`);
    told = true;
  };
  return {
    record: async (attestation) => {
      await own.record(attestation);
      await notes.put(attestation.profile, JSON.stringify(attestation)).catch(tell);
    },
    find: async (profile) => {
      const known = await own.find(profile);
      if (known) return known;
      const text = await notes.get(profile).catch((error: unknown) => tell(error));
      const read = text === undefined ? undefined : shape.safeParse(parse(text));
      return read?.success === true && read.data.profile === profile ? read.data : undefined;
    },
  };
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
