/** Variables by name, each with the reference that its client fills in. */
export const referTo = (
  names: readonly string[],
  reference: (name: string) => string,
): Readonly<Record<string, string>> => Object.fromEntries(names.map((name) => [name, reference(name)]));

/** That the value comes from the client's own environment, which a desktop may have started without a shell's. */
export const fromEnvironment = (title: string, names: readonly string[]): readonly string[] =>
  names.map((name) => `${title} fills in ${name} from the environment that it is started in.`);
