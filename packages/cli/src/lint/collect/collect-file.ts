import type { Node } from 'oxc-parser';
import { parseCodeName } from '../code-name.ts';
import type { DeclaredCode, DeclaredTool, FileFacts, OwningPackage, ProducedCode, Unresolved } from '../facts.ts';
import { readAliases } from '../syntax/calls.ts';
import { readImports } from '../syntax/imports.ts';
import { createScope, readScopes } from '../syntax/scope.ts';
import type { Scope } from '../syntax/scope.ts';
import { keyOf, textOf } from '../syntax/text-of.ts';
import { walk } from '../syntax/walk.ts';
import { collectCalledCodes } from './called-codes.ts';
import { collectDeclaredCodes, readDeclaration } from './declared-codes.ts';
import { collectDefinitionCodes } from './definition-codes.ts';
import { collectEnvelopeCodes } from './envelope-codes.ts';
import { isGenerated, isShowcase, isTranslation } from './file-role.ts';
import { mentionedCode } from './mentioned-code.ts';
import type { Parsed } from './parse-source.ts';
import { createPlaceFinder } from './place-finder.ts';
import { isRelated } from './related.ts';
import type { Source, Visit } from './source.ts';
import { collectTool, definingNames } from './tools/collect-tool.ts';

const calledNames: ReadonlySet<string> = new Set([
  'fail',
  'warn',
  'defineCodes',
  'definePluginCodes',
  'addAdapter',
  ...definingNames,
]);
/** Lists of what a tool or stage declares; to declare a code is not to produce it. */
const declaringKeys: ReadonlySet<string> = new Set(['errors', 'mayFailWith']);
/** Tables by which a dialect shows what is not its own. */
const renderingKeys: ReadonlySet<string> = new Set(['byCategory', 'byCode']);

/** The context that a node passes on to the nodes inside it. */
interface Context {
  readonly scope: Scope;
  /** Inside the rows of a registry nothing is produced. */
  readonly inRegistry: boolean;
  readonly inDeclaredList: boolean;
  readonly inNearest: boolean;
}

export interface FileIdentity {
  /** As shown. */
  readonly file: string;
  /** The path below the scanned directory: folders above it say nothing about the role of the file. */
  readonly inside: string;
  readonly owner: OwningPackage | null;
}

/** Reads every fact out of one parsed file. */
export const collectFile = ({ file, inside, owner }: FileIdentity, parsed: Parsed): FileFacts => {
  const place = createPlaceFinder(file, parsed.text);
  const source: Source = {
    file,
    owner,
    program: parsed.program,
    aliases: readAliases(parsed.program, calledNames),
    imports: readImports(parsed.program),
    scopes: readScopes(parsed.program),
    related: isRelated(parsed.program),
    translates: isTranslation(inside),
    shows: isShowcase(parsed),
    place: (node) => place(node.start),
  };
  const produces = !isGenerated(inside, parsed);
  const declared: DeclaredCode[] = [];
  const produced: ProducedCode[] = [];
  const tools: DeclaredTool[] = [];
  const unresolved: Unresolved[] = [];
  const mentioned = new Set<string>();
  const rendered = new Set<string>();

  const start: Context = { scope: createScope(null), inRegistry: false, inDeclaredList: false, inNearest: false };
  walk(parsed.program, start, (node, parent, context): Context => {
    const visit: Visit = { node, parent, source, scope: source.scopes.get(node) ?? context.scope };
    const declaration = readDeclaration(visit);
    if (declaration) {
      const found = collectDeclaredCodes(declaration, visit);
      for (const code of found.declared) declared.push(code);
      for (const note of found.unresolved) unresolved.push(note);
    }
    if (produces && !context.inRegistry) {
      const called = collectCalledCodes(visit);
      for (const note of called.unresolved) unresolved.push(note);
      for (const codes of [called.produced, collectEnvelopeCodes(visit), collectDefinitionCodes(visit)]) {
        for (const code of codes) produced.push(code);
      }
      const tool = source.shows ? null : collectTool(visit);
      if (tool?.declared) tools.push(tool.declared);
      if (tool?.unresolved) unresolved.push(tool.unresolved);
      const code = context.inDeclaredList || source.shows ? null : mentionedCode(visit);
      if (code !== null) mentioned.add(code);
      const shown = context.inNearest ? textOf(node) : null;
      if (shown !== null && parseCodeName(shown) !== null) rendered.add(shown);
    }
    return {
      scope: visit.scope,
      inRegistry: context.inRegistry || declaration !== null,
      inDeclaredList: context.inDeclaredList || isPropertyIn(declaringKeys, node),
      inNearest: context.inNearest || isPropertyIn(renderingKeys, node),
    };
  });
  const unread =
    parsed.problem === null ? [] : [{ reason: parsed.problem.message, place: place(parsed.problem.offset) }];
  return { declared, produced, tools, unresolved, mentioned, rendered, unread };
};

const isPropertyIn = (keys: ReadonlySet<string>, node: Node): boolean =>
  (node.type === 'Property' || node.type === 'PropertyDefinition') && keys.has(keyOf(node) ?? '');
