const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Escapes text for HTML, inside of elements and of quoted attributes. Control characters are shown as symbols. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll(/[&<>"'`]/gu, (character) => entities[character] ?? '')
    .replaceAll(/(?![\t\n\r])\p{Cc}/gu, '\ufffd')
    // Marks that change the direction of text could make a line read as another one.
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
