/** The page of the demo: a task board that changes when its server says so. */
export const demoPage = `<!doctype html>
<meta charset="utf-8" />
<title>Task board</title>
<style>
  body { font: 16px system-ui, sans-serif; margin: 2rem; }
  li { margin: 0.5rem 0; }
</style>
<main>
  <h1>Tasks</h1>
  <ul>
    <li>Write the report <button>Finish</button></li>
    <li>Call the bank <button>Finish</button></li>
  </ul>
  <label>New task <input placeholder="What comes next?" /></label>
  <button>Add</button>
  <p><label>Password <input type="password" value="correct horse" /></label></p>
</main>
<script>
  const follow = async () => {
    await fetch('/next');
    document.querySelector('li').remove();
    document.querySelector('ul').insertAdjacentHTML('beforeend', '<li>Book a flight <button>Finish</button></li>');
    document.querySelector('h1').textContent = 'Tasks (1 finished)';
    await fetch('/done');
  };
  follow();
</script>
`;

/** The main file of the demo as an Electron app. The address is its only argument. */
export const demoMain = `const { app, BrowserWindow } = require('electron');
app.whenReady().then(() => new BrowserWindow({ width: 800, height: 600 }).loadURL(process.argv.at(-1)));
app.on('window-all-closed', () => app.quit());
`;
