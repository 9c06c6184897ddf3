const { app, BrowserWindow, ipcMain, Menu, nativeImage, Notification, Tray } = require('electron');

let count = 0;
/** The actions of the menu, the tray and the channels. */
const seen = [];
const originals = Object.fromEntries(
  ['_invokeHandlers', 'handle', 'emit'].map((name) => [name, Object.getOwnPropertyDescriptor(ipcMain, name)?.value]),
);
const { show } = Notification.prototype;

ipcMain.handle('count', (_, by) => (count += by));
ipcMain.handle('login', (_, { name }) => ({ name, token: 't0ps3cr3t' }));
ipcMain.handle('fail', () => {
  throw new Error('out of paper');
});
ipcMain.handle('never', () => new Promise(() => undefined));
ipcMain.handle('who', ({ sender }) => sender.getTitle());
ipcMain.handle('notify', (_, title, body) => new Notification({ title, body }).show());
ipcMain.handle('add-unknown', () => ipcMain.handle('unknown', () => 'known'));
ipcMain.handle('seen', () => seen);
/** Whether everything that a plugin could have replaced is what it was. */
ipcMain.handle('state', () => ({
  ipc: Object.entries(originals).every(
    ([name, value]) => Object.getOwnPropertyDescriptor(ipcMain, name)?.value === value,
  ),
  notifications: Notification.prototype.show === show,
  symbols: Object.getOwnPropertySymbols(globalThis)
    .map((one) => one.description)
    .filter((name) => name.includes('recourse')),
}));
ipcMain.on('log', (_, line) => seen.push(line));

const template = [
  {
    label: '&File',
    submenu: [
      { label: 'New', accelerator: 'CmdOrCtrl+N', click: (_, window) => seen.push(`new in ${window?.getTitle()}`) },
      { type: 'separator' },
      { label: 'Print', enabled: false },
      { label: 'Hidden', visible: false },
      { label: 'Export', submenu: [{ id: 'pdf', label: 'As PDF', click: () => seen.push('pdf') }] },
    ],
  },
  { label: 'View', submenu: [{ label: 'Dark', type: 'checkbox', checked: false, click: () => seen.push('dark') }] },
];

let tray;
app.once('ready', async () => {
  console.log('office is ready');
  if (!process.argv.includes('--no-menu')) Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  else Menu.setApplicationMenu(null);
  tray = new Tray(nativeImage.createEmpty());
  tray.on('click', () => seen.push('tray'));
  const webPreferences = { nodeIntegration: true, contextIsolation: false };
  const window = new BrowserWindow({ width: 700, height: 500, webPreferences });
  await window.loadFile('index.html');
});
app.on('window-all-closed', () => app.quit());
