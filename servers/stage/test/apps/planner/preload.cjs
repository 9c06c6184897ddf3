const { contextBridge, ipcRenderer } = require('electron');

contextBridge.exposeInMainWorld('planner', {
  state: () => ipcRenderer.invoke('state'),
  do: (name, given = {}) => ipcRenderer.invoke('do', name, given),
  onChange: (listener) => ipcRenderer.on('changed', (_, state) => listener(state)),
});
