const { contextBridge, ipcRenderer } = require('electron');

/** Every fact is in the file before the page continues. */
const set = (key, value) => void ipcRenderer.sendSync('set', key, value);
const get = (key) => ipcRenderer.sendSync('get', key);

contextBridge.exposeInMainWorld('host', {
  set,
  get,
  count: (key) => set(key, (get(key) ?? 0) + 1),
  openWindow: (page) => ipcRenderer.sendSync('window', page),
  closeWindow: () => ipcRenderer.send('close'),
  crash: () => ipcRenderer.send('crash'),
  ask: (question) => ipcRenderer.invoke('ask', question),
  onDisturb: (react) =>
    ipcRenderer.on('disturb', (_, what) => {
      react(what);
      ipcRenderer.send('disturbed');
    }),
});
