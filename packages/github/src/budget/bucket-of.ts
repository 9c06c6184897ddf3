/** The buckets in which GitHub counts requests separately. */
export type Bucket = 'core' | 'search' | 'code_search' | 'graphql';

/** Names the bucket that GitHub counts a request in, by its route. */
export const bucketOf = (route: string): Bucket => {
  if (route.endsWith('/graphql')) return 'graphql';
  if (route.startsWith('GET /search/code')) return 'code_search';
  return route.startsWith('GET /search/') ? 'search' : 'core';
};
