import type { BoundedAnswer } from '@recourse/upstream';

/** The body of a refusal: JSON where it is JSON, else the text that it is. */
export const refusalBody = ({ body }: BoundedAnswer): unknown => {
  const text = body.toString('utf8').replace(/^\uFEFF/, '');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text === '' ? undefined : text;
  }
};
