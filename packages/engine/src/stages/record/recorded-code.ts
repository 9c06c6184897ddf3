import type { JsonObject } from '@recourse/contract';
import { codeHash } from '../../guards/code-hash.ts';
import { sensitiveValues } from '../../redaction/sensitive-fields.ts';
import { expandPointer } from '../guard/expand-pointer.ts';
import type { RecordedState } from './recorded-call.ts';

type CodeState = Pick<RecordedState, 'arguments' | 'codeFields'>;

/** Whether a call carries code. Its record names the code by its hash and repeats nothing that was sent or thrown. */
export const carriesCode = ({ codeFields }: CodeState): boolean => codeFields !== undefined && codeFields.length > 0;

/** The hash of the code of a call, or of each where there are several; undefined if there is none. */
export const recordedCode = ({ arguments: args, codeFields = [] }: CodeState): string | string[] | undefined => {
  const hashes = codeFields.flatMap((field) => stringsAt(args ?? {}, field)).map(codeHash);
  return hashes.length > 1 ? hashes : hashes[0];
};

const stringsAt = (args: JsonObject, field: string): readonly string[] =>
  expandPointer(field, args).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));

/** The strings of a call that neither an event nor a log line may repeat. */
export const unrepeatable = ({
  arguments: args,
  sensitive = [],
  codeFields = [],
}: CodeState & Pick<RecordedState, 'sensitive'>): readonly string[] =>
  sensitiveValues(args, [...sensitive, ...codeFields]);
