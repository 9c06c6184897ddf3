/** Declared pairs that no test can provoke at will, with the reason. */
export const unseenPairs: Readonly<Record<string, string>> = {
  'electron_set_files ELEMENT_NOT_VISIBLE':
    'a file field may be hidden, so only one that the page removes between two reads of it is not visible',
};
