import type { Sessions } from '../sessions/sessions.ts';
import type { StageSettings } from '../settings.ts';

/** The things that every tool works with. */
export interface Toolbox {
  readonly sessions: Sessions;
  readonly settings: StageSettings;
  readonly environment: Readonly<Record<string, string | undefined>>;
}
