import type { Wire } from '../calling/wire.ts';

/** The same wire with another function for its calls. The facts of a wire change with its connection. */
export const tracedWire = (wire: Wire, call: Wire['call']): Wire => ({
  get server() {
    return wire.server;
  },
  get announced() {
    return wire.announced;
  },
  get dialect() {
    return wire.dialect;
  },
  get connection() {
    return wire.connection;
  },
  get reconnect() {
    return wire.reconnect;
  },
  readsFor: (tool) => wire.readsFor(tool),
  isRead: (tool, withinMs) => wire.isRead(tool, withinMs),
  ...(wire.refuse && { refuse: (request, withinMs) => wire.refuse?.(request, withinMs) }),
  call,
});
