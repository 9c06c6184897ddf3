import { isJsonObject } from '@recourse/contract';
import type { Json } from '@recourse/contract';
import type { Client, Scope } from './clients/client.ts';
import { clients } from './clients/index.ts';
import { entriesIn } from './file/client-file.ts';
import { readIfThere } from './file/replace-file.ts';
import { packageName } from './program.ts';
import type { Surroundings } from './surroundings.ts';

/** A Recourse entry in the file of a client, as far as it can be shown. */
export interface RecourseEntry {
  readonly name: string;
  /** The server that it starts, or the address that it names. */
  readonly serves: string;
  /** The files that have to be there so that it starts. */
  readonly needs: readonly string[];
}

export interface ClientSettings {
  readonly client: Client;
  readonly scope: Scope;
  readonly file: string;
  /** Why the file cannot be read. */
  readonly problem?: string;
  readonly entries: readonly RecourseEntry[];
}

/** The files of clients that are there, with the entries in them that are ours. */
export const findRecourseEntries = async (surroundings: Surroundings): Promise<readonly ClientSettings[]> => {
  const places = clients.flatMap((client) =>
    client.scopes.map((scope) => ({ client, scope, file: client.file(scope, surroundings) })),
  );
  const seen = new Set<string>();
  const found: ClientSettings[] = [];
  for (const place of places) {
    if (seen.has(place.file)) continue;
    seen.add(place.file);
    const settings = await look(place);
    if (settings) found.push({ ...place, ...settings });
  }
  return found;
};

const look = async ({
  client,
  file,
}: {
  readonly client: Client;
  readonly file: string;
}): Promise<Pick<ClientSettings, 'problem' | 'entries'> | undefined> => {
  try {
    const text = await readIfThere(file);
    if (text === undefined || text.trim() === '') return undefined;
    const entries = Object.entries(entriesIn({ text: text.replace(/^\uFEFF/u, ''), file, client }));
    return { entries: entries.flatMap(([name, value]) => recognise(name, value) ?? []) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), entries: [] };
  }
};

/** Ours are those that start this command, and those that bear our name. */
const recognise = (name: string, value: Json | undefined): RecourseEntry | undefined => {
  if (!isJsonObject(value)) return undefined;
  const { command, args, url } = value;
  if (typeof url === 'string') {
    return name.startsWith('recourse-') ? { name, serves: withoutQuery(url), needs: [] } : undefined;
  }
  const words = Array.isArray(args) ? args.map(String) : [];
  const at = words.indexOf('serve');
  const program = words[at - 1] ?? (at === 0 ? String(command) : '');
  const isOurs = /(?:^|[\\/])(?:cli[\\/]dist[\\/]main\.js|recourse(?:\.cmd)?)$/u.test(program);
  if (at === -1 || (!isOurs && !program.startsWith(packageName))) return undefined;
  const files = [String(command), program, words[at + 1] ?? ''].filter((word) => /^(?:\/|[a-z]:\\)/iu.test(word));
  return { name, serves: words[at + 1] ?? '', needs: [...new Set(files)] };
};

const withoutQuery = (url: string): string => {
  if (!URL.canParse(url)) return 'an invalid address';
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
};
