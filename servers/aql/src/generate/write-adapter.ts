import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { chooseAuth } from './auth.ts';
import { createDemandOf } from './security-demands.ts';
import { baseUrlOf, serverUrl } from './base-url.ts';
import { DocumentError } from './document/document-error.ts';
import { createFollow } from './document/references.ts';
import { mappingsOf } from './errors.ts';
import type { GeneratedAdapter, GenerateOptions } from './generate-adapter.ts';
import { adapterName, adapterVersion } from './identity.ts';
import { collect } from './operations/collect.ts';
import { draftAll } from './operations/draft-all.ts';
import { rateLimitsOf } from './rate-limits.ts';
import type { Note } from './report/report.ts';
import { firstSentence, plainLine } from './text.ts';
import { typesOf } from './types.ts';
import { writeChecked } from './write-checked.ts';

/** Writes the adapter of a valid document, and reports the result for each of its operations. */
export const writeAdapter = (
  document: JsonObject,
  oddities: readonly string[],
  options: GenerateOptions,
): GeneratedAdapter => {
  const follow = createFollow(document);
  const info = isJsonObject(document['info']) ? document['info'] : {};
  const name = adapterName(options.name, info['title']);
  const { found, leftOut } = collect(document, follow, options);
  const demandOf = createDemandOf(document, follow);
  const chosen = chooseAuth(document, follow, {
    name,
    bearer: options.bearer,
    demands: found.map(demandOf),
  });
  const baseUrl = baseUrlOf(document, { given: options.baseUrl, signs: chosen.auth.type !== 'none' });
  const notes: Note[] = [...oddities, ...chosen.notes].map((note) => ({ note: plainLine(note, 300) }));
  const drafted = draftAll(found, {
    follow,
    servers: serversOf(document),
    signedBy: (operation, shared) => chosen.signedBy(demandOf({ operation, shared })),
    note: (operation, note) => void notes.push({ operation, note }),
  });
  if (drafted.operations.length === 0) throw nothingLeft(found.length, leftOut.length);
  const { limits, headers } = rateLimitsOf(document, found, follow);
  if (headers.length > 0)
    notes.push({
      note: `the API reports its rate limits in ${headers.join(', ')}; the adapter keeps calls within those limits`,
    });
  const draft = {
    name,
    version: adapterVersion(info['version']),
    description:
      options.description ??
      (firstSentence(info['description'] ?? info['summary'] ?? info['title'], 200) || `The API ${name}`),
    baseUrl,
    auth: chosen.auth,
    otherAuth: chosen.others,
    operations: drafted.operations,
    types: typesOf(document, typeNames(drafted.operations), follow),
    mappings: mappingsOf(found, follow),
    limits,
  };
  const source = {
    title: plainLine(info['title'], 200),
    version: plainLine(info['version'], 60),
    openapi: plainLine(document['openapi'], 20),
  };
  const { files, report } = writeChecked(draft, {
    source,
    found: found.length + leftOut.length,
    leftOut: [...leftOut, ...drafted.leftOut],
    notes,
    credit: options.credit,
  });
  const [first = { name, text: '' }, ...more] = files;
  return { ...first, more, report };
};

const serversOf = (document: JsonObject): readonly (string | undefined)[] =>
  Array.isArray(document['servers']) ? (document['servers'] as readonly Json[]).map((each) => serverUrl(each)) : [];

const typeNames = (
  operations: readonly { readonly returns: { readonly type: string } | undefined }[],
): ReadonlySet<string> =>
  new Set(
    operations.flatMap(({ returns }) =>
      returns && /^[A-Z]/.test(returns.type) ? [returns.type.replace(/\[\]$/, '')] : [],
    ),
  );

const nothingLeft = (chosen: number, refused: number): DocumentError =>
  new DocumentError(
    chosen === 0 && refused > 0
      ? 'No supported operation is left after --tag, --include and --exclude.'
      : 'The document has no operation that an adapter can serve.',
  );
