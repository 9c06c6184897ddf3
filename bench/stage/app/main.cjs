/**
 * The app of the comparison. It keeps its state in a file, which the runner reads, and takes commands of the runner
 * from a socket: which page to show, and what happens to the page while a driver works on it.
 */
const { app, BrowserWindow, dialog, ipcMain } = require('electron');
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');

const folder = process.argv.find((argument) => argument.startsWith('--bench-folder=')).slice('--bench-folder='.length);
const stateFile = path.join(folder, 'state.json');
const state = fs.existsSync(stateFile) ? JSON.parse(fs.readFileSync(stateFile, 'utf8')) : { page: 'home', facts: {} };
const preload = path.join(__dirname, 'preload.cjs');
const webPreferences = { preload, nodeIntegrationInSubFrames: true };
let main;

const save = () => {
  fs.writeFileSync(`${stateFile}.new`, JSON.stringify(state));
  fs.renameSync(`${stateFile}.new`, stateFile);
};

const load = (window, page) => window.loadFile(path.join(__dirname, 'pages', `${page}.html`));

const openWindow = (page, size) => {
  const window = new BrowserWindow({ ...size, webPreferences });
  window.setMenuBarVisibility(false);
  return { window, loaded: load(window, page) };
};

const commands = {
  state: () => state,
  open: async ({ page }) => {
    for (const window of BrowserWindow.getAllWindows()) if (window !== main) window.destroy();
    Object.assign(state, { page, facts: {} });
    save();
    await load(main, page);
  },
  reload: () =>
    new Promise((resolve) => {
      main.webContents.once('did-finish-load', resolve);
      main.webContents.reload();
    }),
  disturb: ({ what }) =>
    new Promise((resolve) => {
      ipcMain.once('disturbed', resolve);
      main.webContents.send('disturb', what);
    }),
};

ipcMain.on('set', (event, key, value) => {
  if (value === null) delete state.facts[key];
  else state.facts[key] = value;
  save();
  event.returnValue = true;
});
ipcMain.on('get', (event, key) => (event.returnValue = state.facts[key]));
ipcMain.on('window', (event, page) => {
  openWindow(page, { width: 560, height: 480 });
  event.returnValue = true;
});
ipcMain.on('close', (event) => BrowserWindow.fromWebContents(event.sender).close());
ipcMain.on('crash', () => process.kill(process.pid, 'SIGKILL'));
ipcMain.handle('ask', async (event, question) => {
  const { response } = await dialog.showMessageBox(BrowserWindow.fromWebContents(event.sender), question);
  return question.buttons[response];
});

const serve = () => {
  const socket = path.join(folder, 'control.sock');
  fs.rmSync(socket, { force: true });
  net
    .createServer((peer) => {
      let text = '';
      peer.on('error', () => undefined);
      peer.on('data', async (chunk) => {
        text += chunk;
        if (!text.endsWith('\n')) return;
        const command = JSON.parse(text);
        text = '';
        const answer = await commands[command.do](command);
        peer.end(`${JSON.stringify(answer ?? {})}\n`);
      });
    })
    .listen(socket);
};

app.once('ready', async () => {
  const { window, loaded } = openWindow(state.page, { width: 1100, height: 760 });
  main = window;
  await loaded;
  serve();
});
app.on('window-all-closed', () => app.quit());
