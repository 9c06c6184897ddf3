import { ok, type Answer } from '../answers/answer.ts';
import { notFound } from '../answers/refusal.ts';
import { privateUserBody, publicUserBody } from '../bodies/user.ts';
import type { Call } from './call.ts';

export function getAuthenticatedUser(call: Call): Answer {
  return ok(privateUserBody(call.world, call.user));
}

export function getUser(call: Call): Answer {
  const user = call.world.state.users.find({ login: call.parameter('username') });
  if (user === undefined) throw notFound();
  return ok(publicUserBody(call.world, user));
}
