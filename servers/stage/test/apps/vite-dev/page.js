document.querySelector('#title').textContent = `Served by Vite in ${import.meta.env.MODE}`;
