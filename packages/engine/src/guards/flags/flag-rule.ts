/** The forms in which a flag's value may be given: `--flag=value`, `--flag value` or `-Fvalue`. */
export type ValueForm = 'equals' | 'next' | 'attached';

/** The rule for a value: a kind, a pattern for the whole value (RE2), or a list of allowed values. */
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
      /** Defaults to `equals`. */
      readonly forms?: readonly ValueForm[];
      /** True if the flag may also stand alone. */
      readonly optional?: boolean;
    };

export type FlagOptions = { readonly allow: readonly FlagRule[] };

export type ArgvOptions = FlagOptions & {
  /** The rule for an argument that is not a flag; if absent, none is allowed. */
  readonly positional?: ValueRule;
  /** Whether `--` is allowed before positional arguments that start with a hyphen. */
  readonly separator?: boolean;
  readonly maxItems?: number;
};
