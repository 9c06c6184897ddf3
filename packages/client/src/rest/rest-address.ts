/** Where a REST door is: `http://127.0.0.1:8788/github`, with its tools below `/tools`. */
export interface RestAddress {
  readonly url: URL;
  /** The path of the list, and of a tool. */
  pathOf(tool?: string): string;
}

/**
 * Parses the address of a REST server. An invalid address is not repeated in the message: it may contain a password.
 */
export const parseRestAddress = (given: string | URL): RestAddress => {
  if (!URL.canParse(String(given)) || !/^https?:$/.test(new URL(given).protocol))
    throw new TypeError('The URL of a REST server must begin with http:// or https://');
  const url = new URL(given);
  if (url.username !== '' || url.password !== '')
    throw new TypeError("The URL must not contain a user name or a password; pass a key with the option 'key'");
  if (url.search !== '' || url.hash !== '')
    throw new TypeError('The URL of a REST server must not have a query or a fragment');
  const tools = `${url.pathname.replace(/\/+$/, '')}/tools`;
  return { url, pathOf: (tool) => (tool === undefined ? tools : `${tools}/${partOf(tool)}`) };
};

/** A name as one path segment that nothing on the way can turn into another path. */
const partOf = (tool: string): string => {
  const part = isWellFormed(tool) ? encodeURIComponent(tool) : '';
  if (part !== '' && part !== '.' && part !== '..' && part.length <= 512) return part;
  // The number by which the protocol refuses parameters: nothing was sent.
  throw Object.assign(new Error('Not a valid tool name'), { code: -32_602 });
};

const isWellFormed = (text: string): boolean => !/\p{Cs}/u.test(text);
