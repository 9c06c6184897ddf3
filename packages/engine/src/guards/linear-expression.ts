/** An expression that runs in time linear to the text, whatever it says. */
export interface LinearExpression {
  readonly source: string;
  /** Found anywhere in the text. */
  test(text: string): boolean;
  /** Fits the text as a whole. */
  matches(text: string): boolean;
  /** Where it is first found, from an offset on. */
  find(
    text: string,
    from?: number,
  ): { readonly start: number; readonly end: number; readonly text: string } | undefined;
}

/** Compiles by RE2's rules; the engine is loaded at the first use. Throws on what RE2 cannot run. */
export const compileExpression = async (
  source: string,
  { ignoreCase = false }: { readonly ignoreCase?: boolean } = {},
): Promise<LinearExpression> => {
  const { RE2JS } = await import('re2js');
  const compiled = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  return {
    source,
    test: (text) => compiled.matcher(text).find(),
    matches: (text) => compiled.matcher(text).matches(),
    find: (text, from = 0) => {
      const matcher = compiled.matcher(text);
      return matcher.find(from)
        ? { start: matcher.start(), end: matcher.end(), text: matcher.group() ?? '' }
        : undefined;
    },
  };
};
