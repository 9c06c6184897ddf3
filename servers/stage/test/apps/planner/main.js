import path from 'node:path';
import { app, BrowserWindow, ipcMain } from 'electron';
import { commands, openStore } from './store.js';

const here = import.meta.dirname;
const preload = path.join(here, 'preload.cjs');
/** A task is checked for this long before it can be published. */
const checkingMs = 300;

const openWindow = (page, { width, height, query = {} }) => {
  const window = new BrowserWindow({ width, height, webPreferences: { preload } });
  window.setMenuBarVisibility(false);
  void window.loadFile(path.join(here, page), { query });
  return window;
};

const start = () => {
  const taskWindows = new Map();
  const tell = (state) => {
    for (const window of BrowserWindow.getAllWindows()) window.webContents.send('changed', state);
  };
  const store = openStore(path.join(app.getPath('userData'), 'planner.json'), tell);

  const openTask = (id) => {
    if (taskWindows.has(id)) return taskWindows.get(id).focus();
    const window = openWindow('task.html', { width: 720, height: 640, query: { id: String(id) } });
    taskWindows.set(id, window);
    window.on('closed', () => {
      taskWindows.delete(id);
      store.change((state) => commands.view(state, { name: `task ${id}`, view: null }));
    });
  };

  ipcMain.handle('state', () => store.state());
  ipcMain.handle('do', (_, name, given) => {
    if (name === 'open') return openTask(given.id);
    if (name === 'startOver') {
      for (const window of taskWindows.values()) window.destroy();
      board.webContents.reload();
    }
    store.change((state) => commands[name](state, given));
    if (name === 'save') setTimeout(() => store.change((state) => commands.check(state, given)), checkingMs);
  });
  const board = openWindow('board.html', { width: 1040, height: 720 });
};

app.once('ready', start);
app.on('window-all-closed', () => app.quit());
