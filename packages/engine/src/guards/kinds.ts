import { z } from 'zod';
import { markField } from '../fields/field.ts';
import type { CodeOptions } from './code.ts';
import type { DurationOptions } from './duration.ts';
import type { ArgvOptions, FlagOptions } from './flags/flag-rule.ts';
import type { GuardKind } from './guard.ts';
import type { IdentifierOptions } from './identifier.ts';
import { defaultMaxLength } from './max-length.ts';
import type { PathOptions } from './path.ts';
import type { PatternOptions } from './pattern.ts';
import type { RepositoryPathOptions } from './repository-path.ts';
import type { UrlOptions } from './url.ts';

type Options = Parameters<typeof markField>[1];

/** The schema says only how long a value may be: the form is the guard's, which knows the better advice. */
const text = (kind: GuardKind, options: Options & { readonly maxLength?: number } = {}): z.ZodString =>
  markField(
    z
      .string()
      .min(1)
      .max(options.maxLength ?? defaultMaxLength[kind]),
    { kind, options },
  );

/** A path inside a root that the server's settings name. The handle is a `SafePath`. */
export const path = (options: PathOptions): z.ZodString => text('path', options);

/** A path inside a repository, as git writes it; it has nothing to do with this machine. */
export const repositoryPath = (options: RepositoryPathOptions = {}): z.ZodString => {
  const { root = false, maxLength = defaultMaxLength.repositoryPath } = options;
  // The root is named by an empty path, among others.
  const length = z
    .string()
    .min(root ? 0 : 1)
    .max(maxLength);
  return markField(length, { kind: 'repositoryPath', options });
};

/** One flag out of a list, with its value in the same argument. */
export const flag = (options: FlagOptions): z.ZodString => text('flag', options);

/** The arguments of a command, each out of a list of what is allowed. */
export const argv = (options: ArgvOptions): z.ZodArray<z.ZodString> => {
  const items = z.array(z.string().min(1).max(defaultMaxLength.argv)).max(options.maxItems ?? 64);
  return markField(items, { kind: 'argv', options });
};

/** A word that no shell acts on and no command takes for an option. */
export const shellWord = (): z.ZodString => text('shellWord');

/** A name of letters, digits, '_' and '-', or of what a pattern allows. */
export const identifier = (options: IdentifierOptions = {}): z.ZodString => text('identifier', options);

/** A positive length of time: `90s`, `1h30m`. The handle is a `SafeDuration`. */
export const duration = (options: DurationOptions = {}): z.ZodString => text('duration', options);

/** A branch, tag, commit id or full reference of git. */
export const gitRef = (): z.ZodString => text('gitRef');

/** An address on a public host, `https` unless told otherwise. The handle is a `SafeUrl`. */
export const url = (options: UrlOptions = {}): z.ZodString => text('url', options);

/** A regular expression that the caller sent. The handle is a `LinearExpression`. */
export const pattern = (options: PatternOptions = {}): z.ZodString => text('pattern', options);

/** Code to be evaluated. The handle is a `SafeCode`. */
export const code = (options: CodeOptions): z.ZodString => text('code', options);
