import { askPort } from '../cdp/ask-port.ts';
import { listeningPorts } from './listening-ports.ts';

/** How long a port may take to answer. An inspector answers at once; another server of the app may never do. */
const answerMs = 500;

/** Finds the inspector of a main process among the ports that it listens on, and returns its address. */
export const findInspector = async (pid: number): Promise<string | undefined> => {
  const ports = await listeningPorts(pid);
  const found = await Promise.all(ports.map((port) => inspectorAt(port).catch(() => undefined)));
  return found.find((address) => address !== undefined);
};

const inspectorAt = async (port: number): Promise<string | undefined> => {
  const { Browser: name } = Object(await askPort({ port }, '/json/version', answerMs)) as { Browser?: unknown };
  // The debugger of the browser answers the same question with another name.
  if (typeof name !== 'string' || !name.startsWith('node.js/')) return undefined;
  const [target] = Object(await askPort({ port }, '/json/list', answerMs)) as { webSocketDebuggerUrl?: unknown }[];
  const address = target?.webSocketDebuggerUrl;
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  return `ws://127.0.0.1:${port}${new URL(address).pathname}`;
};
