import type { Placer } from './placer.ts';
import { walkFolders } from './walk-folders.ts';

/** `src/main/java`, `app/src/debug/kotlin`: where builds on the Java machine keep the sources of one language. */
const conventional = /(?:^|\/)src\/[^/]+\/(?:java|kotlin|scala|groovy)$/;
/** Source folders of builds that do not follow the convention. */
const plain = /(?:^|\/)(?:src|java|kotlin|scala|app)$/;

/**
 * The folders in which packages begin. JaCoCo names a file by its package only, so where it lies has to be looked up.
 */
export class SourceFolders {
  readonly #folders: readonly string[];
  readonly #placer: Placer;
  readonly #holders = new Map<string, readonly string[]>();

  private constructor(folders: readonly string[], placer: Placer) {
    this.#folders = folders;
    this.#placer = placer;
  }

  static async find(realRoot: string, placer: Placer): Promise<SourceFolders> {
    const first: string[] = [];
    const second: string[] = [];
    for await (const { folder } of walkFolders(realRoot)) {
      if (conventional.test(folder)) first.push(folder);
      else if (plain.test(folder) || folder === '.') second.push(folder);
    }
    return new SourceFolders([...first, ...second], placer);
  }

  /** The place of `com/example/App.java`; of several, the one in a folder of the module that the profile names. */
  place(name: string, groups: readonly string[], at: number): string | undefined {
    const folders = this.#holdersOf(name).filter((folder) => this.#has(folder, name));
    const ofModule = folders.filter((folder) => folder.split('/').some((part) => groups.includes(part)));
    const [base] = ofModule.length > 0 ? ofModule : folders;
    if (base === undefined) return this.#placer.leaveOut(name, 'source_unknown', at);
    if (ofModule.length !== 1 && folders.length > 1) this.#placer.warn('source_ambiguous', at);
    return this.#placer.place(name, at, [base]);
  }

  /** Those that have the package at all: a large project has many folders, and few of them. */
  #holdersOf(name: string): readonly string[] {
    const folder = name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '.';
    let holders = this.#holders.get(folder);
    if (!holders) {
      holders = this.#folders.filter((candidate) => this.#has(candidate, folder));
      this.#holders.set(folder, holders);
    }
    return holders;
  }

  #has(base: string, name: string): boolean {
    const place = this.#placer.inside(name, base);
    return place !== undefined && this.#placer.exists(place);
  }
}
