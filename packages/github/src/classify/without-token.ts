/** What GitHub said, without the token, should an answer ever repeat it. */
export const withoutToken = (body: unknown, token: string | undefined): unknown => {
  if (!token || body === undefined) return body;
  const text = JSON.stringify(body, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  return text?.includes(token) ? (JSON.parse(text.replaceAll(token, '[token]')) as unknown) : body;
};
