/** The path of a request, without its query. */
export const pathOf = (url = '/'): string => {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
};
