/** The last version of the MCP Inspector for this Node. */
const versionFor = (node: string): string => {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 19) ? '2.12.0' : '0.16.8';
};

/** The command that opens the MCP Inspector on an endpoint. */
export const inspectorCommand = (url: string, node: string = process.versions.node) => ({
  command: process.platform === 'win32' ? 'npx.cmd' : 'npx',
  args: ['--yes', `@modelcontextprotocol/inspector@${versionFor(node)}`, '--transport', 'http', '--server-url', url],
});
