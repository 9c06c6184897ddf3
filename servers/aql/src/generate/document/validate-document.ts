import type { ValidationResult } from '@readme/openapi-parser';
import type { JsonObject } from '@recourse/contract';
import { cutReferences } from './cut-references.ts';
import { DocumentError } from './document-error.ts';
import type { DocumentProblem } from './document-error.ts';
import { expandedSize } from './expanded-size.ts';
import { framedPath } from './framed-path.ts';
import { positionsIn } from './positions.ts';
import { createFollow } from './references.ts';

/** Without the named schemas, which are not expanded, GitHub's description has about 600,000. */
const maximumExpanded = 30_000_000;
const timeoutMs = 120_000;

/** Problems that the parser reports but the generator tolerates: each is handled where it occurs. */
const rules = {
  'array-without-items': 'warning',
  'duplicate-non-request-body-parameters': 'warning',
  'duplicate-operation-id': 'warning',
  'non-optional-path-parameters': 'warning',
  'path-parameters-not-in-parameters': 'warning',
  'path-parameters-not-in-path': 'warning',
} as const;

/** Holds the document against the specification; throws with every problem, or answers with what is merely odd. */
export const validateDocument = async (document: JsonObject, text: string): Promise<readonly string[]> => {
  const { cut: expanded, lost } = cutReferences(document);
  if (lost.length > 0) {
    const positions = positionsIn(text);
    throw new DocumentError(
      'The document has unresolved references.',
      lost.slice(0, 20).map(({ at, reference }) => ({ message: `'${reference}' does not resolve`, ...positions(at) })),
    );
  }
  // The parser writes what the remaining references point at into what it is given.
  const result = await judge(expanded).catch((error: unknown) => {
    if (error instanceof DocumentError) throw error;
    // Walking down a long chain of references ends where the stack does.
    const reason = error instanceof RangeError ? 'its references are nested too deeply' : (error as Error).message;
    throw new DocumentError(`The document cannot be read: ${reason}`);
  });
  if (result.valid) return result.warnings.map(({ message }) => message);
  const positions = positionsIn(text);
  const problems = result.errors.map(({ message }) => toProblem(message, expanded, positions));
  const more = result.additionalErrors > 0 ? ` (${result.additionalErrors} more problems are not shown)` : '';
  throw new DocumentError(`The document is not valid OpenAPI${more}.`, problems);
};

const judge = async (expanded: JsonObject): Promise<ValidationResult> => {
  if (expandedSize(expanded, createFollow(expanded)) > maximumExpanded) {
    throw new DocumentError('The references of the document expand to too many values.');
  }
  const { validate } = await import('@readme/openapi-parser');
  return validate(expanded as never, {
    resolve: { external: false, file: false },
    timeoutMs,
    validate: { rules: { openapi: rules } },
  });
};

const toProblem = (message: string, expanded: object, positions: ReturnType<typeof positionsIn>): DocumentProblem => {
  const [sentence = message] = message.split('\n');
  const path = framedPath(message, expanded);
  const shown = path === undefined ? '' : ` (${path.join('.')})`;
  // The parser starts with the keyword in capitals, which says nothing that the sentence does not.
  return {
    message: `${sentence.replace(/^[A-Z_]+ /, '')}${shown}`,
    ...(path !== undefined && positions(path)),
  };
};
