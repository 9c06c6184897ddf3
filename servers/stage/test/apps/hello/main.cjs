const { app, BrowserWindow } = require('electron');

app.on('ready', () => {
  console.log('main process is ready');
  void new BrowserWindow({ width: 600, height: 400 }).loadFile('index.html');
});
app.on('window-all-closed', () => app.quit());
