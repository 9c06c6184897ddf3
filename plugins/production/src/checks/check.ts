import type { PluginStage } from '@recourse/stage-plugin';
import type { Artifact } from '../artifact/artifact.ts';

/** `unknown` means that the evidence is missing. It is not a pass. */
type Status = 'pass' | 'fail' | 'unknown';

export interface Verdict {
  readonly status: Status;
  readonly detail: string;
  readonly evidence?: readonly string[];
  /** How to repair it. */
  readonly fix?: string;
}

export interface Check {
  readonly title: string;
  run(artifact: Artifact, apps: PluginStage['apps']): Promise<Verdict>;
}
