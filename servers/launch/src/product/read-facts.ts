import type { ProductFacts, RepoInventory, SnippetCatalog } from '../artifacts.ts';
import type { RunConfig } from '../config/run-config.ts';
import type { Tree } from '../sources/tree.ts';
import { firstSentence } from './first-sentence.ts';
import { readManifests } from './manifests/read-manifests.ts';
import { readChangelog } from './read-changelog.ts';
import { mostDocumentBytes, readDocument } from './read-document.ts';
import type { Snippet } from './read-document.ts';
import { readExample } from './read-examples.ts';
import { readLicense } from './read-license.ts';
import { readText } from './read-text.ts';
import { readSymbols } from './symbols/read-symbols.ts';

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

/** Reads facts about the product from its files. Nothing of the product runs. */
export const readFacts = async (
  tree: Tree,
  inventory: RepoInventory,
  config: RunConfig,
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
  const topics = read.flatMap((document) => document.topics).slice(0, mostTopics);
  return {
    facts: {
      schema_version: '1.0',
      ref: tree.sha,
      name: manifest?.name ?? config.product_name,
      description: manifest?.description ?? firstSentence(topics[0]?.text ?? '') ?? null,
      version: manifest?.version ?? releases[0]?.version ?? null,
      license: manifest?.license ?? (license === undefined ? undefined : readLicense(license)) ?? null,
      language,
      ...(tree.committedAt !== undefined && { committed_at: tree.committedAt }),
      install: manifests.flatMap(({ install }) => install ?? []).slice(0, 1),
      topics,
      symbols: [...(await readSymbols(tree, inventory, language, manifests))],
      releases,
    },
    snippets: {
      schema_version: '1.0',
      snippets: [...examples, ...read.flatMap((document) => document.snippets)].slice(0, mostSnippets),
    },
  };
};

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
