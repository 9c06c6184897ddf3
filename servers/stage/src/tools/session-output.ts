import { z } from 'zod';
import { capabilitiesOf, capabilitiesOutput } from '../sessions/capabilities.ts';
import { transportNames } from '../sessions/session.ts';
import type { Session } from '../sessions/session.ts';
import { describeSurface, surfaceOutput } from './surface-output.ts';

/** A new session as the tools that open one show it. */
export const sessionOutput = z.object({
  session_id: z.string(),
  transport: z.enum(transportNames),
  pid: z.int().optional(),
  windows: z.array(surfaceOutput),
  omitted: z.int().optional(),
  /** Whether the first window has loaded its page. */
  renderer_ready: z.boolean(),
  capabilities: capabilitiesOutput,
});

/** More windows than apps open when they start. electron_windows_list shows all. */
const mostWindows = 10;

/** Describes a session that was just opened, with the windows that it has found then. */
export const describeSession = (session: Session): z.output<typeof sessionOutput> => {
  const windows = session.surfaces().map(describeSurface);
  return {
    session_id: session.id,
    transport: session.transport,
    ...(session.pid !== undefined && { pid: session.pid }),
    windows: windows.slice(0, mostWindows),
    ...(windows.length > mostWindows && { omitted: windows.length - mostWindows }),
    renderer_ready: session.isReady,
    capabilities: capabilitiesOf(session),
  };
};
