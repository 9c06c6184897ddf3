import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse doctor`. */
export const help = `Usage: recourse doctor [--port <port>] [--json]

Checks what servers need in this folder: Node, the configuration, the store and
its key, the port, git, the requirements of the stage server (Chromium,
Electron, a display and its folders), and the clients that use Recourse. Rates
each finding as fine, advice or broken, and says what to do. Changes nothing,
shows no secrets, and finishes within seconds.

  --port PORT     the port that servers will use (default: 8788)
${stateHelp}
  --json          {ok, version, findings: [{check, verdict, says, todo}]}

${exitHelp('doctor')}`;
