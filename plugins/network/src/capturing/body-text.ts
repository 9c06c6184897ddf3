/** A body as DevTools sends it: in base64 if the response does not say that it is text. */
export interface DevtoolsBody {
  readonly body: string;
  readonly base64Encoded: boolean;
}

/** The text of a body; undefined if it is not text. A response without a content type may be text, too. */
export const bodyText = ({ body, base64Encoded }: DevtoolsBody): string | undefined => {
  if (!base64Encoded) return body;
  const bytes = Buffer.from(body, 'base64');
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};
