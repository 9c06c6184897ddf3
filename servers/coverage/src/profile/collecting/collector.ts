import type { Branch, FileCoverage, Unit } from '../coverage.ts';
import type { ProfileLimits } from '../limits.ts';
import { ProfileError } from '../problem.ts';
import type { WarningTally } from '../warnings.ts';
import { uniteBranches, uniteFiles, uniteLines } from './unite.ts';
import { uniteUnits } from './unite-units.ts';

const firstRoom = 1024;

const sizeOf = ({ lines, branches, statements = [], functions = [] }: FileCoverage): number =>
  lines.length + branches.length + statements.length + functions.length + 1;

/**
 * Takes what a reader finds, one source file after the other, and holds it to the limits. A file that was begun
 * without a path is checked like any other and then forgotten. `at` is always the line of the profile.
 */
export class Collector {
  readonly #limits: ProfileLimits;
  readonly #warnings: WarningTally;
  readonly #parts = new Map<string, FileCoverage[]>();
  // Room for the lines of the file at hand, used again for the next one.
  #lines = new Uint32Array(firstRoom);
  #hits = new Float64Array(firstRoom);
  #length = 0;
  #branches: Branch[] = [];
  #units: { statements?: Unit[]; functions?: Unit[] } = {};
  #path: string | undefined;
  #open = false;
  #records = 0;
  #allLines = 0;
  #allBranches = 0;
  #allUnits = 0;

  constructor(limits: ProfileLimits, warnings: WarningTally) {
    this.#limits = limits;
    this.#warnings = warnings;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  begin(path: string | undefined, at: number): void {
    if (this.#open) throw new ProfileError('a file record starts before the previous one ends', at);
    this.#records += 1;
    if (this.#records > this.#limits.records) {
      throw new ProfileError(`it has more than ${this.#limits.records} file records`, at);
    }
    this.#path = path;
    this.#open = true;
    this.#length = 0;
    this.#branches = [];
    this.#units = {};
  }

  line(line: number, hits: number, at: number): void {
    if (!this.#open) throw new ProfileError('a line does not belong to any file', at);
    if (line === 0) {
      this.#warnings.add('line_zero', at);
      return;
    }
    this.#checkNumber(line, at);
    if (this.#length === this.#lines.length) this.#grow();
    this.#lines[this.#length] = line;
    this.#hits[this.#length] = hits;
    this.#length += 1;
    this.#allLines += 1;
    if (this.#allLines > this.#limits.lines)
      throw new ProfileError(`it lists more than ${this.#limits.lines} source lines`, at);
  }

  /** Line 0 is kept: coverage.py writes it for a way out of a function, and leaving it out would flatter. */
  branch(branch: Branch, at: number): void {
    if (!this.#open) throw new ProfileError('a branch does not belong to any file', at);
    this.#checkNumber(branch.line, at);
    this.#branches.push(branch);
    this.#allBranches += 1;
    if (this.#allBranches > this.#limits.branches) {
      throw new ProfileError(`it has more than ${this.#limits.branches} branches`, at);
    }
  }

  /** A statement or function. */
  unit(kind: 'statements' | 'functions', unit: Unit, at: number): void {
    if (!this.#open)
      throw new ProfileError(`a ${kind === 'statements' ? 'statement' : 'function'} does not belong to any file`, at);
    this.#checkNumber(unit.line, at);
    this.measures(kind).push(unit);
    this.#allUnits += 1;
    if (this.#allUnits > this.#limits.units)
      throw new ProfileError(`it has more than ${this.#limits.units} statements and functions`, at);
  }

  /** Says that the format counts this kind, even if a file has none. */
  measures(kind: 'statements' | 'functions'): Unit[] {
    return (this.#units[kind] ??= []);
  }

  /**
   * Branches of which only the number is known. The first so many count as taken, so that a union of two profiles is
   * never more than what was covered: which ways each of them means is not known.
   */
  countedBranches(line: number, covered: number, total: number, at: number): void {
    if (covered > total)
      throw new ProfileError(`line ${line} has ${covered} taken branches, but only ${total} in total`, at);
    if (total > this.#limits.waysOfLine)
      throw new ProfileError(`line ${line} has ${total} branches; at most ${this.#limits.waysOfLine} are allowed`, at);
    for (let way = 0; way < total; way += 1) {
      this.branch({ line, decision: 0, way, taken: way < covered ? 1 : 0 }, at);
    }
  }

  /** The file at hand is complete. Its lines and branches are what is returned, without a path as well. */
  end(): Pick<FileCoverage, 'lines' | 'hits' | 'branches'> {
    const measured = {
      ...uniteLines(this.#lines, this.#hits, this.#length),
      branches: uniteBranches(this.#branches),
      ...united(this.#units),
    };
    this.#open = false;
    if (this.#path !== undefined) this.#keep({ path: this.#path, ...measured });
    return measured;
  }

  files(): ReadonlyMap<string, FileCoverage> {
    return new Map([...this.#parts].map(([path, parts]) => [path, uniteFiles(path, parts)]));
  }

  /**
   * A file that comes back a million times must not cost a million parts, nor be united a million times with all that
   * is known of it: small parts wait until together they are about as large as the one before them.
   */
  #keep(file: FileCoverage): void {
    const parts = this.#parts.get(file.path) ?? [];
    if (parts.length === 0) this.#parts.set(file.path, parts);
    parts.push(file);
    for (;;) {
      const [before, last] = parts.slice(-2);
      if (!before || !last || sizeOf(before) > 2 * sizeOf(last)) return;
      parts.splice(-2, 2, uniteFiles(file.path, [before, last]));
    }
  }

  #checkNumber(line: number, at: number): void {
    if (line <= this.#limits.lineNumber) return;
    throw new ProfileError(`a line number is higher than ${this.#limits.lineNumber}`, at);
  }

  #grow(): void {
    const lines = new Uint32Array(this.#length * 2);
    const hits = new Float64Array(this.#length * 2);
    lines.set(this.#lines);
    hits.set(this.#hits);
    this.#lines = lines;
    this.#hits = hits;
  }
}

/** Rising, each once. */
const united = ({ statements, functions }: { statements?: readonly Unit[]; functions?: readonly Unit[] }) => ({
  ...(statements && { statements: uniteUnits(statements, []) ?? [] }),
  ...(functions && { functions: uniteUnits(functions, []) ?? [] }),
});
