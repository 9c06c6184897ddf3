/** The names under which Node itself looks for tests. */
export const isNodeTest = (file: string): boolean =>
  /(?:^|\/)(?:[^/]*[._-]test|test|test-[^/]+)\.[cm]?js$/.test(file) ||
  /(?:^|\/)test\/(?:[^/]+\/)*[^/]+\.[cm]?js$/.test(file);
