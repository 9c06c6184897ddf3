/**
 * Returns the title of a page, or an empty string if the page has none yet. Until a document sets its title, Chromium
 * reports the address of the page, shortened and decoded, as the title; for a local file, only its name.
 */
export const targetTitle = ({ title, url }: { readonly title: string; readonly url: string }): string => {
  const address = readable(url);
  const placeholder = url.startsWith('file:') ? address.slice(address.lastIndexOf('/') + 1) : address;
  const shown = readable(title);
  return shown === address || shown === placeholder ? '' : title;
};

const readable = (address: string): string => {
  const short = address.replace(/^https?:\/\//u, '').replace(/\/$/u, '');
  try {
    return decodeURIComponent(short);
  } catch {
    return short;
  }
};
