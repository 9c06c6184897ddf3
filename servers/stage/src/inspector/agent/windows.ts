/**
 * Part of the agent: speaks the protocol of a debugging port with the server, over the debuggers that Electron has for
 * each WebContents. A window is a target with a session of its own; sessions of frames keep the ids that Chromium gave.
 */
export const windows = `
  const pages = new Map();
  let isAnnouncing = false;
  const frames = new Map();
  const refused = (message, code = -32000) => Object.assign(new Error(message), { code });
  let events = [];
  const takeEvents = () => {
    const taken = events;
    events = [];
    return taken;
  };
  /**
   * Events travel with the next answer, or together with those of the same moment. The inspector holds back a small
   * packet until the one before it is acknowledged, which takes 40 ms.
   */
  const send = (event) => {
    events.push(event);
    if (events.length > 1) return;
    setImmediate(() => {
      if (events.length > 0) tell('messages', { messages: takeEvents() });
    });
  };

  const drop = (sessionId) => {
    const page = pages.get(sessionId);
    if (!page) return;
    pages.delete(sessionId);
    for (const [id, contents] of frames) if (contents === page.contents) frames.delete(id);
    page.leave();
    send({ method: 'Target.detachedFromTarget', params: { sessionId } });
    if (page.targetId) send({ method: 'Target.targetDestroyed', params: { targetId: page.targetId } });
  };

  const announce = async ([sessionId, page]) => {
    try {
      const { targetInfo } = await page.contents.debugger.sendCommand('Target.getTargetInfo');
      page.targetId = targetInfo.targetId;
      send({ method: 'Target.attachedToTarget', params: { sessionId, targetInfo, waitingForDebugger: false } });
    } catch {
      drop(sessionId);
    }
  };

  /** Throws if another debugger of the app uses the window. */
  const attach = (contents) => {
    const sessionId = 'contents-' + contents.id;
    // The tools of developers are not part of the app.
    if (contents.isDestroyed() || pages.has(sessionId) || ['remote', 'backgroundPage'].includes(contents.getType())) return;
    const { debugger: target } = contents;
    target.attach('1.3');
    const listeners = [
      [target, 'message', (_, method, params, frameSession) => {
        if (method === 'Target.attachedToTarget') frames.set(params.sessionId, contents);
        if (method === 'Target.detachedFromTarget') frames.delete(params.sessionId);
        send({ method, params, sessionId: frameSession || sessionId });
      }],
      [target, 'detach', () => drop(sessionId)],
      [contents, 'destroyed', () => drop(sessionId)],
      [contents, 'render-process-gone', () => send({ method: 'Target.targetCrashed', params: { targetId: page.targetId } })],
    ];
    const page = {
      contents,
      targetId: undefined,
      leave: () => {
        for (const [emitter, event, listener] of listeners) emitter.off(event, listener);
        if (!contents.isDestroyed() && target.isAttached()) target.detach();
      },
    };
    for (const [emitter, event, listener] of listeners) emitter.on(event, listener);
    pages.set(sessionId, page);
    if (isAnnouncing) void announce([sessionId, page]);
  };

  const browser = {
    'Target.setDiscoverTargets': async () => ({}),
    'Target.setAutoAttach': async () => {
      isAnnouncing = true;
      await Promise.all([...pages].map(announce));
      return {};
    },
    'Target.getTargets': async () => {
      const infos = await Promise.all(
        [...pages.values()].map(({ contents }) => contents.debugger.sendCommand('Target.getTargetInfo').catch(() => undefined)),
      );
      return { targetInfos: infos.flatMap((info) => (info ? [info.targetInfo] : [])) };
    },
    'Browser.close': async () => {
      setImmediate(() => app.quit());
      return {};
    },
  };

  const perform = async ({ method, params, sessionId }) => {
    if (sessionId === undefined) {
      const run = Object.hasOwn(browser, method) ? browser[method] : undefined;
      if (!run) throw refused("'" + method + "' wasn't found", -32601);
      return run();
    }
    const page = pages.get(sessionId);
    const contents = page ? page.contents : frames.get(sessionId);
    if (!contents || contents.isDestroyed()) throw refused('Session not found', -32001);
    return contents.debugger.sendCommand(method, params, page ? undefined : sessionId);
  };

  /** Resolves with the answer, after the events before it. */
  const receive = async (text) => {
    const { id, ...message } = JSON.parse(text);
    try {
      const result = await perform(message);
      return [...takeEvents(), { id, result }];
    } catch ({ code = -32000, message: reason }) {
      return [...takeEvents(), { id, error: { code, message: String(reason) } }];
    }
  };

  /** Returns the title of a window that another debugger uses, and takes none then. */
  const takeWindows = () => {
    const onCreated = (_, contents) => {
      try {
        attach(contents);
      } catch {
        // The app itself debugs this one.
      }
    };
    undo.push(() => {
      app.off('web-contents-created', onCreated);
      for (const sessionId of [...pages.keys()]) drop(sessionId);
    });
    for (const contents of electron.webContents.getAllWebContents()) {
      try {
        attach(contents);
      } catch {
        return contents.getTitle();
      }
    }
    app.on('web-contents-created', onCreated);
    return undefined;
  };
`;
