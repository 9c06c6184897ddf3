import type { Electron } from './electron.ts';

interface ShownNotification {
  readonly number: number;
  readonly at: string;
  readonly title: string;
  readonly subtitle: string;
  readonly body: string;
  readonly silent: boolean;
}

export interface NotificationAnswer {
  /** When the capture that runs was started. */
  readonly since?: string;
  readonly notifications: readonly ShownNotification[];
  readonly dropped: number;
}

/** Runs in the main process: records the notifications that the app shows. The latest 200 are kept. */
export const useNotifications = (
  { Notification }: Electron,
  command: { readonly type: 'start' | 'read' | 'stop'; readonly since: number },
): NotificationAnswer => {
  interface Capture {
    readonly since: string;
    readonly notifications: ShownNotification[];
    count: number;
    restore(): void;
  }
  const slot = Symbol.for('recourse.native.notifications');
  const place = globalThis as unknown as Record<symbol, Capture | undefined>;
  const running = place[slot];
  if (command.type === 'start' && !running) {
    const { prototype } = Notification;
    const before = Object.getOwnPropertyDescriptor(prototype, 'show');
    const { show } = prototype;
    const capture: Capture = {
      since: new Date().toISOString(),
      notifications: [],
      count: 0,
      restore: () => {
        if (before) Object.defineProperty(prototype, 'show', before);
        else Reflect.deleteProperty(prototype, 'show');
      },
    };
    const text = (value: unknown): string => String(value ?? '').slice(0, 1000);
    const watch = function (this: Record<'title' | 'subtitle' | 'body' | 'silent', unknown>): void {
      capture.count += 1;
      const { title, subtitle, body, silent } = this;
      const [number, at] = [capture.count, new Date().toISOString()];
      const shown = {
        number,
        at,
        title: text(title),
        subtitle: text(subtitle),
        body: text(body),
        silent: silent === true,
      };
      capture.notifications.push(shown);
      if (capture.notifications.length > 200) capture.notifications.shift();
      show.call(this);
    };
    Object.defineProperty(prototype, 'show', { value: watch, configurable: true, writable: true, enumerable: true });
    place[slot] = capture;
  }
  if (command.type === 'stop' && running) {
    running.restore();
    Reflect.deleteProperty(place, slot);
  }
  if (!running) return { notifications: [], dropped: 0 };
  const { since, notifications, count } = running;
  return {
    since,
    notifications: notifications.filter(({ number }) => number > command.since),
    dropped: count - notifications.length,
  };
};

/** Runs in the main process: ends a capture. */
export const stopNotifications = (): void => {
  const slot = Symbol.for('recourse.native.notifications');
  const place = globalThis as unknown as Record<symbol, { restore(): void } | undefined>;
  place[slot]?.restore();
  Reflect.deleteProperty(place, slot);
};
