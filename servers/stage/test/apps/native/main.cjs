const { createServer } = require('node:http');
const { app, BrowserWindow, dialog, ipcMain, webContents } = require('electron');

/** The frame of another site. */
const frame = `<!doctype html><title>Frame</title><button onclick="this.textContent = confirm('From the frame') ? 'Yes' : 'No'">Ask in the frame</button>`;

/** Everything of the app that a session could leave behind. */
const state = () => ({
  dialogs: Object.entries(Object.getOwnPropertyDescriptors(dialog)).map(([name, { value }]) => [
    name,
    value === originals[name],
  ]),
  app: [
    Object.getOwnPropertyNames(app).sort(),
    app.eventNames().map((name) => [String(name), app.listenerCount(name)]),
  ],
  globals: Object.getOwnPropertyNames(globalThis).sort(),
  process: Reflect.ownKeys(process).map(String).sort(),
  timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
  windows: webContents.getAllWebContents().map((contents) => ({
    url: contents.getURL(),
    isAttached: contents.debugger.isAttached(),
    listeners: contents.eventNames().map((name) => [String(name), contents.listenerCount(name)]),
    debugger: contents.debugger.eventNames().map(String),
  })),
});
const originals = { ...dialog };

const routes = {
  '/frame': frame,
  '/state': () => JSON.stringify(state()),
  /** Ends every debugger of the main process. */
  '/end-inspector': () => (setImmediate(() => process._debugEnd()), 'ok'),
  /** Uses the window as the developer tools of the app would. */
  '/debug': () => (BrowserWindow.getAllWindows()[0].webContents.debugger.attach('1.3'), 'ok'),
  '/crash': () => (BrowserWindow.getAllWindows()[0].webContents.forcefullyCrashRenderer(), 'ok'),
  '/reload': () => (BrowserWindow.getAllWindows()[0].webContents.reload(), 'ok'),
  '/leave': () => (BrowserWindow.getAllWindows()[0].webContents.debugger.detach(), 'ok'),
};

const serve = () =>
  new Promise((resolve) => {
    const server = createServer(({ url }, response) => {
      const answer = routes[url] ?? '';
      response.setHeader('content-type', 'text/html').end(typeof answer === 'function' ? answer() : answer);
    });
    server.listen(0, '127.0.0.1', () => resolve(server.address().port));
  });

let count = 0;
ipcMain.handle('count', () => {
  console.log('clicked');
  return (count += 1);
});
ipcMain.handle('dialog', ({ sender }, name, options) => dialog[name](BrowserWindow.fromWebContents(sender), options));
ipcMain.handle('error', () => dialog.showErrorBox('Oh', 'It failed'));
ipcMain.on('dialog-sync', (event, name, options) => (event.returnValue = dialog[name](options) ?? null));

app.once('ready', async () => {
  const port = await serve();
  console.log(`serving ${port}`);
  // A dialog before any window, and before any session has its policy.
  if (process.env.ASK)
    console.log(`asked ${dialog.showMessageBoxSync({ message: 'Now?', buttons: ['Yes', 'Later'], cancelId: 1 })}`);
  const webPreferences = { nodeIntegration: true, contextIsolation: false, webviewTag: true };
  const window = new BrowserWindow({ width: 900, height: 700, webPreferences });
  await window.loadFile('index.html', { query: { port: String(port) } });
  console.log('loaded');
});
app.on('window-all-closed', () => app.quit());
