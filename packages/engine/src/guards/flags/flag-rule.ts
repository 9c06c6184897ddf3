/** How the value of a flag may stand: `--flag=value`, `--flag value` or `-Fvalue`. */
export type ValueForm = 'equals' | 'next' | 'attached';

/** What a value may be: a kind of its own, a pattern for the whole of it (RE2), or one of a list. */
export type ValueRule =
  | {
      readonly kind: 'path' | 'shellWord' | 'identifier' | 'duration' | 'gitRef' | 'url' | 'pattern';
      readonly options?: ValueOptions;
    }
  | { readonly pattern: string }
  | { readonly values: readonly string[] };

export type ValueOptions = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** A flag that may be sent, in exactly this spelling. A plain string is one without a value. */
export type FlagRule =
  | string
  | {
      readonly flag: string;
      /** Other spellings of the same. */
      readonly aliases?: readonly string[];
      readonly value: ValueRule;
      /** `equals` unless given. */
      readonly forms?: readonly ValueForm[];
      /** True where the flag may also stand alone. */
      readonly optional?: boolean;
    };

export type FlagOptions = { readonly allow: readonly FlagRule[] };

export type ArgvOptions = FlagOptions & {
  /** What an argument that is no flag may be; absent, there is none. */
  readonly positional?: ValueRule;
  /** Whether `--` may stand before positional arguments that start with a hyphen. */
  readonly separator?: boolean;
  readonly maxItems?: number;
};
