import { pluginManifest, pluginProtocol } from '@recourse/stage-plugin/wire';
import type { PluginManifest, PluginMessage } from '@recourse/stage-plugin/wire';
import { fail, StageError } from '../../failing.ts';
import { PluginProcess, startMs } from '../serving/plugin-process.ts';
import type { LoadedPlugin } from '../serving/plugin-host.ts';
import { stageVersion } from '../../version.ts';
import { locatePlugin } from './locate-plugin.ts';
import type { PluginPlace } from './locate-plugin.ts';
import { pluginCodes } from './plugin-codes.ts';
import type { PluginUse } from './plugin-use.ts';
import { toolProblem } from './tool-problem.ts';
import { isInRange } from './version-range.ts';

/** Clients receive what it says about its tools with every list. */
const longestManifest = 1_000_000;

interface LoadOptions {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Loads a plugin once: reads its manifest in a process of its own, and checks manifest, version, capabilities and
 * configuration. Throws a StageError with a PLUGIN code. The process is ended; the first call starts another.
 */
export const loadPlugin = async (given: PluginUse, { cwd, environment }: LoadOptions): Promise<LoadedPlugin> => {
  const { use, grant: granted, config } = given;
  const place = await locatePlugin(use, cwd).catch((error: unknown) => {
    throw refused('PLUGIN_LOAD_FAILED', use, (error as Error).message);
  });
  return inProcess(place, environment, async (next, child) => {
    const manifest = manifestOf(use, await next(use));
    if (!isInRange(stageVersion, manifest.stage)) throw versionMismatch(manifest);
    const missing = manifest.capabilities.filter((capability) => !granted.includes(capability));
    if (missing.length > 0) throw capabilityDenied(manifest.name, missing);
    const loaded = { manifest, codes: codesOf(use, manifest), granted: manifest.capabilities, config, place };
    const problem = await toolProblem(loaded);
    if (problem !== undefined) throw refused('PLUGIN_MANIFEST_INVALID', manifest.name, problem);
    child.send({ type: 'start', config, granted: loaded.granted });
    const started = await next(manifest.name);
    // Its setup asks the stage for something, which does not serve yet: all of it runs before the first call.
    if (started.type === 'ready' || started.type === 'ask') return loaded;
    throw invalid(manifest.name, started);
  });
};

type Next = (plugin: string) => Promise<PluginMessage>;

/** Runs a plugin's process while `use` talks to it. Requests of the plugin are not answered yet. */
const inProcess = async <Value>(
  place: PluginPlace,
  environment: LoadOptions['environment'],
  use: (next: Next, child: PluginProcess) => Promise<Value>,
): Promise<Value> => {
  const messages: PluginMessage[] = [];
  let wake = (): void => undefined;
  const child = new PluginProcess({
    place,
    environment,
    onMessage: (message) => {
      if (messages.length < 10) messages.push(message);
      wake();
    },
  });
  const next: Next = async (plugin) => {
    const arrived = new Promise<undefined>((resolve) => (wake = () => resolve(undefined)));
    const late = AbortSignal.timeout(startMs);
    const overdue = new Promise<'late'>((resolve) => late.addEventListener('abort', () => resolve('late')));
    const outcome = messages.length > 0 ? undefined : await Promise.race([arrived, child.ended, overdue]);
    const message = messages.shift();
    if (message) return message;
    if (outcome === 'late') throw refused('PLUGIN_LOAD_FAILED', plugin, `it did not answer within ${startMs} ms`);
    const { reason, outputTail } = outcome ?? { reason: 'its process exited', outputTail: '' };
    throw refused('PLUGIN_LOAD_FAILED', plugin, outputTail === '' ? reason : `${reason}: ${outputTail}`);
  };
  try {
    return await use(next, child);
  } finally {
    await child.stop();
  }
};

const manifestOf = (use: string, message: PluginMessage): PluginManifest => {
  if (message.type !== 'manifest') throw invalid(use, message);
  const problem = sizeProblem(message.manifest);
  if (problem !== undefined) throw refused('PLUGIN_MANIFEST_INVALID', use, problem);
  const parsed = pluginManifest.safeParse(message.manifest);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refused('PLUGIN_MANIFEST_INVALID', use, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  if (parsed.data.protocol !== pluginProtocol)
    throw refused('PLUGIN_MANIFEST_INVALID', use, `protocol must be ${pluginProtocol}, got ${parsed.data.protocol}`);
  return parsed.data;
};

const sizeProblem = (manifest: unknown): string | undefined => {
  try {
    const { length } = JSON.stringify(manifest ?? null);
    return length > longestManifest ? `its JSON is longer than ${longestManifest} characters` : undefined;
  } catch {
    return 'its JSON is nested too deep';
  }
};

const codesOf = (use: string, manifest: PluginManifest): LoadedPlugin['codes'] => {
  try {
    return pluginCodes(manifest);
  } catch (error) {
    throw refused('PLUGIN_MANIFEST_INVALID', use, (error as Error).message);
  }
};

const parts = {
  module: 'PLUGIN_LOAD_FAILED',
  manifest: 'PLUGIN_MANIFEST_INVALID',
  config: 'PLUGIN_CONFIG_INVALID',
} as const;

const invalid = (plugin: string, message: PluginMessage): StageError =>
  message.type === 'invalid'
    ? refused(parts[message.part], plugin, message.reason)
    : refused('PLUGIN_MANIFEST_INVALID', plugin, `the plugin sent the message '${message.type}' too early`);

const refused = (code: (typeof parts)[keyof typeof parts], plugin: string, reason: string): StageError =>
  new StageError(fail(code, { plugin, reason }, { effect: 'none' }));

const versionMismatch = ({ name, stage }: PluginManifest): StageError =>
  new StageError(
    fail(
      'PLUGIN_VERSION_MISMATCH',
      { plugin: name, required_range: stage, actual_version: stageVersion },
      { effect: 'none' },
    ),
  );

const capabilityDenied = (plugin: string, capabilities: readonly string[]): StageError =>
  new StageError(fail('PLUGIN_CAPABILITY_DENIED', { plugin, capabilities: [...capabilities] }, { effect: 'none' }));
