import { withFunctions } from '@recourse/stage-plugin';

export interface Area {
  readonly keys: readonly string[];
  readonly count: number;
  /** Why the page has no storage of this kind. */
  readonly unsupported?: string;
}

export interface Overview {
  readonly url: string;
  readonly local: Area;
  readonly session: Area;
  readonly databases: Area;
}

const listed = (names: readonly string[], most: number): Area => ({
  keys: names
    .toSorted()
    .slice(0, most)
    .map((name) => name.slice(0, 200)),
  count: names.length,
});

const attempt = async (read: () => readonly string[] | Promise<readonly string[]>, most: number): Promise<Area> => {
  try {
    return listed(await read(), most);
  } catch (error) {
    return { keys: [], count: 0, unsupported: (error as Error).message.slice(0, 200) };
  }
};

/** Runs in the page: the names of everything that it stores. */
const run = async (most: number): Promise<Overview> => ({
  url: location.href.slice(0, 500),
  local: await attempt(() => Object.keys(localStorage), most),
  session: await attempt(() => Object.keys(sessionStorage), most),
  databases: await attempt(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''), most),
});

export const readOverview = withFunctions({ listed, attempt }, run);
