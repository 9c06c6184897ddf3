import { app, BrowserWindow } from 'electron';

/** The page to open: the last argument, or a page that needs no server. */
const given = process.argv.at(-1) ?? '';
const address = /^https?:/u.test(given) ? given : 'data:text/html,<title>Desk</title><h1>Desk</h1>';

const open = () => {
  console.log('desk is ready');
  const window = new BrowserWindow({ width: 1000, height: 700, webPreferences: { webviewTag: true } });
  window.webContents.setWindowOpenHandler(() => ({ action: 'allow' }));
  void window.loadURL(address);
};

// Electron is ready only after this module has run, so it cannot be awaited here.
app.once('ready', open);
app.on('window-all-closed', () => app.quit());
