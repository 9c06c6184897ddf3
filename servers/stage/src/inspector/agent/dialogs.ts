/**
 * Part of the agent: answers native dialogs by the policy in place of a person. The Sync forms have to return at once,
 * so the policy is in the main process.
 */
export const dialogs = `
  let policy = { actions: {} };
  const textOf = (value) => (typeof value === 'string' ? value : '');
  const join = (...values) => values.map(textOf).filter((value) => value !== '').join('\\n').slice(0, 10000);
  const plain = (label) => String(label).replaceAll('&', '').trim().toLowerCase();

  /** Electron's own rules for the button of Escape. */
  const cancelButton = ({ cancelId, defaultId }, buttons) => {
    if (Number.isInteger(cancelId)) return cancelId;
    const named = buttons.findIndex((label) => ['cancel', 'no'].includes(label.toLowerCase()));
    if (named >= 0) return named;
    return defaultId === 0 && buttons.length > 1 ? 1 : 0;
  };
  const acceptButton = ({ defaultId }, buttons, wanted) => {
    if (wanted === undefined) return Number.isInteger(defaultId) && defaultId >= 0 ? defaultId : 0;
    if (typeof wanted === 'number') return wanted < Math.max(1, buttons.length) ? wanted : -1;
    return buttons.findIndex((label) => plain(label) === plain(wanted));
  };

  const answers = {
    showOpenDialog: (options, { action, paths = [] }) => {
      const isMultiple = Array.isArray(options.properties) && options.properties.includes('multiSelections');
      const filePaths = action === 'accept' ? paths.slice(0, isMultiple ? paths.length : 1) : [];
      const canceled = filePaths.length === 0;
      const shown = { message: join(options.title, options.message), ...(!canceled && { paths: filePaths }) };
      return { canceled, shown, value: { canceled, filePaths }, sync: canceled ? undefined : filePaths };
    },
    showSaveDialog: (options, { action, paths = [] }) => {
      const filePath = action === 'accept' ? (paths[0] ?? '') : '';
      const canceled = filePath === '';
      const shown = { message: join(options.title, options.message), ...(!canceled && { paths: [filePath] }) };
      return { canceled, shown, value: { canceled, filePath }, sync: filePath };
    },
    showMessageBox: (options, { action, button }) => {
      const buttons = Array.isArray(options.buttons) ? options.buttons.map(String).slice(0, 20) : [];
      const accepted = action === 'accept' ? acceptButton(options, buttons, button) : -1;
      const response = accepted >= 0 ? accepted : cancelButton(options, buttons);
      const pressed = buttons[response];
      const shown = { message: join(options.title, options.message, options.detail), buttons, ...(pressed !== undefined && { button: pressed }) };
      const value = { response, checkboxChecked: options.checkboxChecked === true };
      return { canceled: accepted < 0, shown, value, sync: response };
    },
  };

  const answer = (type, options) => {
    const { actions, paths, button, oneShot } = policy;
    const isOneShot = oneShot === true;
    if (isOneShot) policy = { actions: {} };
    const action = actions[type] ?? 'dismiss';
    const made = answers[type]?.(options, { action, paths, button }) ?? { canceled: action === 'dismiss', shown: options };
    tell('dialog', { type, action: made.canceled ? 'dismiss' : 'accept', isOneShot, ...made.shown });
    return made;
  };

  /** The first argument may be a window. */
  const optionsOf = ([first, second]) => {
    const isWindow = first === null || first === undefined || typeof first.isDestroyed === 'function';
    const options = isWindow ? second : first;
    return typeof options === 'object' && options !== null ? options : {};
  };

  /** Electron shows the dialogs of pages as message boxes, and closes them when a debugger has answered. */
  const isOfPage = (caller, { signal }) => {
    if (!(signal instanceof AbortSignal)) return false;
    const trace = {};
    Error.captureStackTrace(trace, caller);
    const [, line = ''] = String(trace.stack).split('\\n');
    return line.includes('electron/js2c/');
  };
  const untilAnswered = ({ signal, cancelId = 0 }) =>
    new Promise((resolve) => {
      const end = () => resolve({ response: cancelId, checkboxChecked: false });
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });

  const wrapDialogs = () => {
    const { dialog } = electron;
    for (const type of Object.keys(answers)) {
      wrap(dialog, type, (original, caller) => (...given) => {
        const options = optionsOf(given);
        if (type === 'showMessageBox' && isOfPage(caller, options)) return untilAnswered(options);
        // Electron throws before the app is ready.
        return app.isReady() ? Promise.resolve(answer(type, options).value) : original(...given);
      });
      wrap(dialog, type + 'Sync', (original) => (...given) => (app.isReady() ? answer(type, optionsOf(given)).sync : original(...given)));
    }
    wrap(dialog, 'showErrorBox', () => (title, content) => void answer('showErrorBox', { message: join(title, content) }));
  };
`;
