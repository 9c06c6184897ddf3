import type { CdpSession } from '../../cdp/connection.ts';
import type { FrameSession, Surface } from '../../surface.ts';

/**
 * Does something in each frame of a surface that has its own process, and in those that come, until the returned
 * function is called. Throws if it fails in the top frame; any other frame may be gone.
 */
export const inEveryFrame = async (surface: Surface, use: (frame: FrameSession) => unknown): Promise<() => void> => {
  const entered = new Set<CdpSession>();
  const stops: (() => void)[] = [];
  const enter = async (frame: FrameSession): Promise<void> => {
    if (entered.has(frame.session)) return;
    entered.add(frame.session);
    const onFrame = ({ targetInfo }: { readonly targetInfo: { readonly targetId: string } }): void => {
      const child = surface.frames().find(({ frameId }) => frameId === targetInfo.targetId);
      if (child) void enter(child).catch(() => undefined);
    };
    stops.push(frame.session.on('Target.attachedToTarget', onFrame));
    await use(frame);
  };
  const stop = (): void => {
    for (const end of stops.splice(0)) end();
  };
  const [top, ...others] = surface.frames();
  try {
    if (top) await enter(top);
    await Promise.allSettled(others.map(enter));
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
};
