import type { AdapterOperation, Parameter } from '../adapter.ts';
import { hasMembers, isJsonType, multipartType } from '../media-types.ts';
import { missing, wrong } from '../rules/findings.ts';
import type { OperationContext, OperationSection } from './operation-fields.ts';

/** The parameters of a body agree with its media type and with each other. */
export const checkBody = (
  { at }: OperationSection,
  { mediaType = 'application/json', parameters, input = [] }: AdapterOperation,
  { category, report }: OperationContext,
): void => {
  const inBody = [...parameters, ...input].filter((parameter) => parameter.in === 'body');
  const whole = inBody.filter((parameter) => parameter.whole);
  if (whole.length > 0 && inBody.length > 1) {
    report(wrong(at('params'), 'one parameter for the whole body, or one for each member', { actual: 'both' }));
  }
  if (whole.length > 0 && category === 'update') {
    report(
      wrong(at('params'), "an 'input', because this is an update", {
        actual: 'a whole body',
        suggestion: "move the operation under 'execute'",
      }),
    );
  }
  if (!hasMembers(mediaType) && whole.length === 0) {
    report(missing(at('params'), `one parameter with 'in: body' and 'whole: true', as the body is ${mediaType}`));
  }
  const wrongFile = inBody.find((parameter) => parameter.file && !takesFile(parameter, mediaType));
  if (wrongFile) {
    report(
      wrong(at('params'), `no file parameter '${wrongFile.name}' in a body of type ${mediaType}`, { actual: 'one' }),
    );
  }
  const part = inBody.find((parameter) => parameter.orFile || parameter.contentType !== undefined);
  if (part && mediaType !== multipartType) {
    const field = part.orFile ? 'or_file' : 'content_type';
    report(wrong(at('params'), `no '${field}' on '${part.name}', as the body is ${mediaType}`, { actual: 'one' }));
  }
  const spreads = inBody.filter((parameter) => parameter.spread);
  if (spreads.length > 1)
    report(wrong(at('params'), "at most one parameter with 'spread: true'", { actual: 'several' }));
  const nullable = inBody.find(({ schema: { type } }) => Array.isArray(type) && type.includes('null'));
  if (nullable && !isJsonType(mediaType)) {
    report(wrong(at('params'), `no nullable '${nullable.name}', as the body is ${mediaType}`, { actual: 'one' }));
  }
  const [value] = whole;
  const isText = value?.schema['type'] === 'string' || value?.file;
  if (value && !isJsonType(mediaType) && (hasMembers(mediaType) || !isText)) {
    report(
      wrong(at('params'), `a string or a file for '${value.name}', as the body is ${mediaType}`, {
        actual: 'another type',
      }),
    );
  }
};

const takesFile = ({ whole, schema }: Parameter, mediaType: string): boolean =>
  whole ? !hasMembers(mediaType) && schema['type'] === 'object' : mediaType === multipartType;
