/** The repository that the arguments of a tool name; tools that search need not name one. */
export const repositoryIn = (args: Readonly<Record<string, unknown>>): string | undefined => {
  const { repo } = args;
  return typeof repo === 'string' ? repo : undefined;
};
