import type { Server } from '@recourse/engine';

/** Names the tools that one version of a server has and the other has not, or describes differently. */
export const changedTools = async (before: Server, after: Server): Promise<readonly string[]> => {
  const [old, now] = await Promise.all([before, after].map(describe));
  const names = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
  return [...names].filter((name) => old?.get(name) !== now?.get(name));
};

/** A tool in front of several operations may be listed as before although its codes or outputs have changed. */
const describe = async (server: Server): Promise<ReadonlyMap<string, string>> => {
  const [tools, contract] = await Promise.all([server.listTools(), server.describeContract()]);
  return new Map(tools.map((tool) => [tool.name, JSON.stringify([tool, contract.tools[tool.name]])]));
};
