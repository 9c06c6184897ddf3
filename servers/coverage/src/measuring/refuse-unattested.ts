import { refuse } from '../refused.ts';
import { showText } from '../untrusted/show-text.ts';
import type { Toolbox } from '../toolbox.ts';
import type { LoadedProfile } from './load-profile.ts';

/** Refuses a profile that no run of this server made, unless the operator allows such profiles with a mark. */
export const refuseUnattested = (
  { unattested }: Toolbox,
  { source, attestation }: LoadedProfile,
  { field, isMerged = false }: { readonly field?: string | undefined; readonly isMerged?: boolean } = {},
): void => {
  if (unattested === 'marked' || typeof attestation !== 'string') return;
  const path = showText(source.path);
  throw refuse(
    'OP_PROFILE_UNATTESTED',
    { path, digest: source.digest, reason: attestation, ...(field !== undefined && { field }) },
    isMerged
      ? {
          hint: `Ask the operator to start the server with --allow-unattested, or to remove '${path}' from the profiles that the policy merges.`,
          recovery: 'authorize',
        }
      : { next_actions: [{ tool: 'check', arguments: {}, why: 'Runs the tests and creates an attested profile.' }] },
  );
};
