import type { FailWith } from '../exchange.ts';
import type { Failure } from '@recourse/contract';

/** Why a request cannot be built from these arguments. Thrown inside the builder, answered by `buildRequest`. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly answer: (fail: FailWith) => Failure;

  constructor(answer: (fail: FailWith) => Failure) {
    super('The arguments cannot be sent');
    this.answer = answer;
  }
}

export const unsafePath = (param: string, reason: string): Refused =>
  new Refused((fail) => fail('VALIDATION_UNSAFE_PATH', { param_name: param, reason }));

export const wrongType = (param: string, expected: string, actual: string): Refused =>
  new Refused((fail) =>
    fail('VALIDATION_INVALID_TYPE', { param_name: param, expected_type: expected, actual_type: actual }),
  );

export const invalidValue = (param: string, rule: string): Refused =>
  new Refused((fail) => fail('VALIDATION_INVALID_VALUE', { param_name: param, rule }));

/** Names the control character at an offset. */
export const controlCharacter = (param: string, text: string, offset: number): Refused => {
  const point = `U+${text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, '0')}`;
  return new Refused((fail) => fail('VALIDATION_CONTROL_CHARS', { param_name: param, offset, code_point: point }));
};

/** Characters that end a line or a string for parsers downstream. */
const breaking = /[\u0000\r\n]/;

/** Refuses characters that are not allowed in a URL or a header: NUL, line breaks, lone surrogates. */
export const refuseBroken = (param: string, text: string): void => {
  const offset = text.search(breaking);
  if (offset >= 0) throw controlCharacter(param, text, offset);
  if (/\p{Surrogate}/u.test(text)) {
    throw new Refused((fail) => fail('VALIDATION_INVALID_ENCODING', { location: `params.${param}` }));
  }
};
