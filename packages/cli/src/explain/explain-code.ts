import type { CodeSet } from '@recourse/contract';
import { loadDialect } from '@recourse/contract/dialects';
import type { DialectName } from '@recourse/contract/dialects';
import { loadCatalogue, locales } from '@recourse/contract/localisation';
import { exitCodes } from '../command.ts';
import type { ExitCode, Io } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';
import { exampleFacts, exampleOutcome } from '../examples/example-outcome.ts';
import { declaredSets } from '../registries/declared-sets.ts';
import { knownSets, nameOfSet } from '../registries/known-sets.ts';
import { listCode } from '../registries/list-code.ts';
import { orList } from '../terminal/did-you-mean.ts';
import { createPaint } from '../terminal/paint.ts';
import { codePage } from './code-page.ts';
import { findCodes, nearestCodes } from './find-code.ts';
import type { FoundCode } from './find-code.ts';
import { localiseListed, localiseOutcome } from './localise-listing.ts';

export interface ExplainOptions {
  readonly dialect: DialectName;
  readonly locale: string;
  readonly json: boolean;
}

/** Explains the code of a name, or names the nearest. */
export const explainCode = async (wanted: string, options: ExplainOptions, io: Io): Promise<ExitCode> => {
  // Third-party modules are only loaded for a code that the contract does not know.
  const atHome = findCodes(wanted, knownSets);
  const sets = atHome.length > 0 ? knownSets : [...knownSets, ...(await declaredSets(io))];
  const found = atHome.length > 0 ? atHome : findCodes(wanted, sets);
  const [only, ...others] = found;
  if (!only) return unknownCode(wanted, sets, options, io);
  if (others.length > 0) {
    const names = found.map(({ set, code }) => `${nameOfSet(set)}:${code}`);
    throw new UsageError(`${wanted} exists in several namespaces: specify ${orList(names)}.`);
  }
  noteMissingWords(options.locale, only.set, io);
  io.out(await (options.json ? exampleJson(only, options) : page(only, options, io)));
  return exitCodes.clean;
};

const unknownCode = (wanted: string, sets: readonly CodeSet[], { json }: ExplainOptions, io: Io): ExitCode => {
  const similar = nearestCodes(wanted, sets);
  io.err(`recourse: There is no code '${wanted}'.${similar.length > 0 ? ` Did you mean ${orList(similar)}?` : ''}`);
  io.err("'recourse codes' lists all codes.");
  if (json) io.out(JSON.stringify({ ok: false, unknown: wanted, similar }, null, 2));
  return exitCodes.findings;
};

const exampleWire = async ({ set, code }: FoundCode, options: ExplainOptions) => {
  const catalogue = await loadCatalogue(options.locale);
  const dialect = await loadDialect(options.dialect);
  const outcome = localiseOutcome(await exampleOutcome(set, code), set, catalogue);
  return { catalogue, dialect, wire: dialect.render(outcome, exampleFacts) };
};

const exampleJson = async (found: FoundCode, options: ExplainOptions): Promise<string> =>
  JSON.stringify((await exampleWire(found, options)).wire, null, 2);

const page = async (found: FoundCode, options: ExplainOptions, io: Io): Promise<string> => {
  const { catalogue, dialect, wire } = await exampleWire(found, options);
  const listed = await listCode(found.set, found.code);
  const ownCode = listed.kind === 'error' ? dialect.ownCode(listed) : listed.code;
  return codePage(localiseListed(listed, catalogue), { dialect: dialect.name, ownCode, wire }, createPaint(io.colours));
};

const noteMissingWords = (locale: string, set: CodeSet, io: Io): void => {
  const language = locale.split(/[-_.@]/, 1)[0]?.toLowerCase();
  if (language === 'en') return;
  if (!locales.some((known) => known === language)) {
    io.err(`recourse: No translation for '${locale}' (available: ${locales.join(', ')}); shown in English.`);
  } else if (set.namespace !== null) {
    io.err(`recourse: The codes of ${set.namespace} are not translated into '${locale}' yet; shown in English.`);
  }
};
