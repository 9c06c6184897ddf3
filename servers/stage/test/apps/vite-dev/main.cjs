const { app, BrowserWindow } = require('electron');

app.on('ready', () => new BrowserWindow().loadURL(process.env.VITE_DEV_SERVER_URL));
app.on('window-all-closed', () => app.quit());
