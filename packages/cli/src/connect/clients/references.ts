import type { ClientEntry, Launch } from './client.ts';

/** How a client's file refers to an environment variable. */
type Reference = (name: string) => string;

/** That the value comes from the client's own environment, which a desktop may have started without a shell's. */
const fromEnvironment = (title: string, names: readonly string[]): readonly string[] =>
  names.map((name) => `${title} reads the value of ${name} from its own environment when it starts.`);

/** An entry for a server to start, in the form of the clients that refer to variables. */
export const stdioEntry =
  (title: string, reference: Reference) =>
  ({ command, args, variables }: Launch): ClientEntry => ({
    value: {
      type: 'stdio',
      command,
      args: [...args],
      ...(variables.length > 0 && { env: Object.fromEntries(variables.map((name) => [name, reference(name)])) }),
    },
    notes: fromEnvironment(title, variables),
  });

/** The header with the caller's key, if there is one, and what has to be known about it. */
export const keyHeader = (
  title: string,
  reference: Reference,
  keyVariable: string | undefined,
): {
  readonly headers: { readonly headers?: { readonly Authorization: string } };
  readonly notes: readonly string[];
} =>
  keyVariable === undefined
    ? { headers: {}, notes: [] }
    : {
        headers: { headers: { Authorization: `Bearer ${reference(keyVariable)}` } },
        notes: fromEnvironment(title, [keyVariable]),
      };
