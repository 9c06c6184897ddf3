import { z } from 'zod';
import type { Session } from '../sessions/session.ts';
import { describeSurface, surfaceOutput } from './surface-output.ts';

/** A new session as the tools that open one show it. */
export const sessionOutput = z.object({
  session_id: z.string(),
  transport: z.enum(['electron', 'packaged', 'attached', 'page']),
  pid: z.int().optional(),
  windows: z.array(surfaceOutput),
});

export const describeSession = async (session: Session): Promise<z.output<typeof sessionOutput>> => {
  await session.refresh();
  return {
    session_id: session.id,
    transport: session.transport,
    ...(session.pid !== undefined && { pid: session.pid }),
    windows: session.surfaces().map(describeSurface),
  };
};
