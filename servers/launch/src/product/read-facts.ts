import type { ProductFacts, RepoInventory, SnippetCatalog } from '../artifacts.ts';
import type { RunConfig } from '../config/run-config.ts';
import type { Tree } from '../sources/tree.ts';
import { firstSentence } from './first-sentence.ts';
import { readManifests } from './manifests/read-manifests.ts';
import { readChangelog } from './read-changelog.ts';
import { mostDocumentBytes, readDocument } from './read-document.ts';
import type { Snippet } from './read-document.ts';
import { readDocSamples } from './read-doc-samples.ts';
import { readExample } from './read-examples.ts';
import { cite } from './locate.ts';
import { licensePlace, readLicense } from './read-license.ts';
import { readText } from './read-text.ts';
import { parseApart } from './symbols/parse-apart.ts';
import { readSymbols } from './symbols/read-symbols.ts';
import type { ParseCode } from './symbols/symbol.ts';

type Files = RepoInventory['files'];

const mostDocuments = 60;
const mostTopics = 300;
const mostSnippets = 300;
const mostExamples = 40;

/** Documents for contributors, not for users. */
const isForUsers = (path: string): boolean =>
  !/(?:^|\/)(?:contributing|code_of_conduct|security|authors|contributors|maintainers|governance|todo|roadmap|releas(?:e|ing)|requirements[\w-]*|agents|claude|pull_request_template|support|funding|notice|copyright)\.(?:md|rst|txt)$|(?:^|\/)\./i.test(
    path,
  );

interface ReadingOptions {
  readonly signal: AbortSignal;
  readonly parse?: ParseCode;
}

/** Reads facts about the product from its files. Nothing of the product runs. */
export const readFacts = async (
  tree: Tree,
  inventory: RepoInventory,
  config: RunConfig,
  { signal, parse = parseApart }: ReadingOptions,
): Promise<{ readonly facts: ProductFacts; readonly snippets: SnippetCatalog }> => {
  const ofKind = (kind: Files[number]['kind']) => inventory.files.filter((file) => file.kind === kind);
  const manifests = await readManifests(tree, inventory, config.target_platform);
  const [manifest] = manifests;
  const language = languageOf(inventory.files, config.target_platform);
  const documents = [...ofKind('readme').slice(0, 1), ...ofKind('doc').filter(({ path }) => isForUsers(path))];
  const read = await Promise.all(
    documents.slice(0, mostDocuments).map(async ({ path }) => {
      const text = /\.(?:md|markdown|rst)$|readme$/i.test(path)
        ? await readText(tree, path, mostDocumentBytes)
        : undefined;
      return text === undefined ? { topics: [], snippets: [] } : readDocument(path, text, config.product_name);
    }),
  );
  const [changelog] = ofKind('changelog');
  const changes = changelog && (await readText(tree, changelog.path, mostDocumentBytes));
  const releases = changelog && changes !== undefined ? readChangelog(changelog.path, changes) : [];
  const [licenseFile] = ofKind('license');
  const license = licenseFile && (await readText(tree, licenseFile.path, mostDocumentBytes));
  const examples = await readExamples(tree, ofKind('example'));
  const name = manifest?.name ?? config.product_name;
  const known = license === undefined ? undefined : readLicense(license);
  const topics = read.flatMap((document) => document.topics).slice(0, mostTopics);
  const summary = firstSentence(topics[0]?.text ?? '');
  const source = inventory.files.find((file) => file.kind === 'source' && file.language === language);
  const fields = [
    field('name', manifest?.name, manifest?.places?.name),
    field('description', manifest?.description, manifest?.places?.description) ??
      field('description', summary, topics[0]?.source),
    field('version', manifest?.version, manifest?.places?.version) ??
      field('version', releases[0]?.version, releases[0]?.source),
    field('license', manifest?.license, manifest?.places?.license) ??
      field(
        'license',
        known,
        licenseFile && license !== undefined ? licensePlace(licenseFile.path, license) : undefined,
      ),
    field('language', language ?? undefined, source && cite(source.path, 1)),
  ].filter((each) => each !== undefined);
  const valueOf = (key: string): string | null => fields.find((each) => each.key === key)?.value ?? null;
  const symbols = await readSymbols(tree, inventory, { name, language, manifests }, { parse, signal });
  const documented = await readDocSamples(symbols, language);
  return {
    facts: {
      schema_version: '1.0',
      ref: tree.sha,
      name,
      description: valueOf('description'),
      version: valueOf('version'),
      license: valueOf('license'),
      language,
      ...(tree.committedAt !== undefined && { committed_at: tree.committedAt }),
      fields,
      install: manifests.flatMap(({ install }) => install ?? []).slice(0, 1),
      topics,
      symbols: [...symbols],
      releases,
    },
    snippets: {
      schema_version: '1.0',
      snippets: [...examples, ...read.flatMap((document) => document.snippets), ...documented].slice(0, mostSnippets),
    },
  };
};

type Field = NonNullable<ProductFacts['fields']>[number];

const field = (key: string, value: string | undefined, source: Field['source'] | undefined): Field | undefined =>
  value === undefined || source === undefined ? undefined : { key, value, source };

const readExamples = async (tree: Tree, files: Files): Promise<readonly Snippet[]> => {
  const found = await Promise.all(
    files.slice(0, mostExamples).map(async ({ path, language }) => {
      const text = language === undefined ? undefined : await readText(tree, path, mostDocumentBytes);
      return text === undefined ? undefined : readExample(path, text, language ?? 'text');
    }),
  );
  return found.filter((snippet) => snippet !== undefined);
};

/** The language with the most bytes of source, unless the configuration names one. */
const languageOf = (files: Files, platform: RunConfig['target_platform']): string | null => {
  const bytes = new Map<string, number>();
  for (const { kind, language, bytes: size } of files)
    if (kind === 'source' && language !== undefined) bytes.set(language, (bytes.get(language) ?? 0) + size);
  if (platform !== undefined && bytes.has(platform)) return platform;
  // A package of JavaScript with declarations is documented by its declarations.
  const ranked = [...bytes].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const top = ranked[0]?.[0] ?? null;
  return top === 'javascript' && files.some(({ path, kind }) => kind === 'source' && /\.d\.[cm]?ts$/.test(path))
    ? 'typescript'
    : top;
};
