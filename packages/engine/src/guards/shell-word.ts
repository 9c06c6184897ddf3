import { accept, refuse } from './guard.ts';
import type { Guard } from './guard.ts';

// An allowlist: each shell has further characters of its own. `%` is cmd's, a leading `=` zsh's, a leading `~` theirs all.
const word = /^[\p{L}\p{M}\p{N}_@+=:,./-]+$/u;

/** A word that every shell hands on as it is. It is never an option. */
export const shellWord: Guard = (value) => {
  if (value.startsWith('-')) return refuse('option', 'it starts with a hyphen and could be taken for an option');
  if (value.startsWith('=')) return refuse('metacharacter', "it starts with '=', which some shells expand");
  if (!word.test(value)) return refuse('metacharacter', 'it contains white space or a shell metacharacter');
  return accept();
};
