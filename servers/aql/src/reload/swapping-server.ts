import type { Server } from '@recourse/engine';
import { changedTools } from './changed-tools.ts';

/** A server whose insides can be exchanged while it is served. */
export interface SwappingServer {
  readonly server: Server;
  /** From now on calls go to this one; those that run come to their end where they began. Clients are told. */
  swap(next: Server): void;
}

/** Doors hold on to one server: this one passes everything on to whichever is current. */
export const createSwappingServer = (first: Server): SwappingServer => {
  let current = first;
  let previous = first;
  return {
    server: {
      name: first.name,
      get version() {
        return current.version;
      },
      ...(first.instructions !== undefined && { instructions: first.instructions }),
      get registry() {
        return current.registry;
      },
      get resources() {
        return current.resources;
      },
      get resourceTemplates() {
        return current.resourceTemplates;
      },
      get prompts() {
        return current.prompts;
      },
      sees: (reader, owner) => current.sees(reader, owner),
      // A tool that a client could call until now may be denied to it from now on.
      concerns: (reader, change) => current.concerns(reader, change) || previous.concerns(reader, change),
      // Clients subscribed to the first server, so it also announces the changes of every later one.
      changes: first.changes,
      notify: (change) => first.notify(change),
      clientUses: first.clientUses,
      extensions: first.extensions,
      dialect: () => current.dialect(),
      listTools: (reader) => current.listTools(reader),
      describeContract: (reader) => current.describeContract(reader),
      identify: (caller) => current.identify(caller),
      hasKeys: () => current.hasKeys(),
      paramHeaders: (tool) => current.paramHeaders(tool),
      hasTasks: first.hasTasks,
      taskOf: (tool) => current.taskOf(tool),
      asksClient: (tool) => current.asksClient(tool),
      subjectOf: (tool, args) => current.subjectOf(tool, args),
      call: (request) => current.call(request),
      render: (outcome, request, startedAt) => current.render(outcome, request, startedAt),
      renderText: (outcome, request, startedAt, additions) =>
        current.renderText(outcome, request, startedAt, additions),
      facts: (outcome, request, startedAt) => current.facts(outcome, request, startedAt),
      respond: (request) => current.respond(request),
      now: () => current.now(),
      sharing: first.sharing,
      recordRefusal: (refusal) => current.recordRefusal(refusal),
    },
    swap: (next) => {
      previous = current;
      current = next;
      const tell = (tools: readonly string[]): void => first.notify({ list: 'tools', tools });
      changedTools(previous, next).then(tell, () => first.notify('tools'));
    },
  };
};
