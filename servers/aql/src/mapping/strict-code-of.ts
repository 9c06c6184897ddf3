/** The contract's own algorithm (MCP-AQL error codes, 6.2), word for word: 409 and 429 are invalid types there. */
export const strictCodeOf = (status: number): string => {
  if (status === 400 || status === 422) return 'VALIDATION_INVALID_TYPE';
  if (status === 401 || status === 403) return 'PERMISSION_DENIED';
  if (status === 404) return 'NOT_FOUND_RESOURCE';
  if (status >= 500) return 'INTERNAL_ERROR';
  return 'VALIDATION_INVALID_TYPE';
};
