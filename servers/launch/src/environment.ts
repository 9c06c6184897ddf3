import type { ModelClient } from './model/client/create-model-client.ts';
import type { Publisher } from './publishing/publisher.ts';
import type { Repositories } from './sources/tree.ts';

/** Everything outside a run that its workers use. The operator decides it; no configuration of a run can change it. */
export interface LaunchEnvironment {
  /** Folder for working copies. It can be deleted whenever no run is at work. */
  readonly folder: string;
  readonly repositories: Repositories;
  readonly publisher: Publisher;
  /** Asks the language models that the operator allows. Without it no model is asked. */
  readonly model?: ModelClient;
  /** Programs by the names under which gates ask for them, such as `hugo`: a path, or a name to be found in PATH. */
  readonly programs: Readonly<Record<string, string>>;
  /** How hugo is confined; by default as strongly as the machine allows. */
  readonly confinement?: 'namespace' | 'policy';
  /** Whether sites that compile JavaScript or Sass are built where hugo is confined by its policy only. */
  readonly trustsSites?: boolean;
  /** Whether gates may open connections to hosts that pages link to. */
  readonly reachesOut: boolean;
  /** Whether code samples of products may run, confined. */
  readonly runsSamples?: boolean;
}
