import { changeFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { UpstreamError, classifyError, cleanText } from '@recourse/upstream';
import type { BoundedAnswer, UpstreamRequest } from '@recourse/upstream';

const longestPreview = 200;
const longestType = 100;

/** A success without a usable body. It is unknown whether a write took effect. */
export const unreadable = (answer: BoundedAnswer, request: UpstreamRequest): Failure => {
  const { status, headers, body } = answer;
  const failure = classifyError(new UpstreamError('unreadable', { status }), request);
  const type = headers.get('content-type');
  const preview = cleanText(body.subarray(0, longestPreview * 4).toString('utf8'), longestPreview);
  return changeFailure(failure, {
    details: {
      ...failure.details,
      ...(type && { content_type: cleanText(type, longestType) }),
      ...(preview !== '' && { body_preview: preview }),
    },
  });
};
