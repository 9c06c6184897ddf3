import { Observer } from '../reading/observer.ts';
import type { Session } from '../sessions/session.ts';

const observers = new WeakMap<Session, Observer>();

/** Returns the observer of a session. It is released with the session. */
export const observerOf = (session: Session): Observer => {
  const known = observers.get(session);
  if (known) return known;
  const observer = new Observer();
  observers.set(session, observer);
  return observer;
};
