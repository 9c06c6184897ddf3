const { spawn } = require('node:child_process');
const { app, BrowserWindow } = require('electron');

const { MODE: mode } = process.env;

if (mode === 'fails') {
  process.stderr.write('cannot read settings.json\n');
  process.exit(3);
}
if (mode === 'single' && !app.requestSingleInstanceLock()) app.quit();
if (mode === 'stubborn') app.on('before-quit', (event) => event.preventDefault());
if (mode === 'leaves-children') {
  const forever = 'setInterval(() => {}, 1000)';
  spawn(process.env.NODE, ['-e', forever, process.env.MARK], { detached: true, stdio: 'ignore' }).unref();
}
app.on('ready', () => {
  console.log('main process is ready');
  if (mode !== 'no-window') void new BrowserWindow({ width: 600, height: 400 }).loadFile('index.html');
});
app.on('window-all-closed', () => app.quit());
