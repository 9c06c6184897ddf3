import { parentPort } from 'node:worker_threads';
import { lint } from 'markdownlint/sync';

// One page at a time: the parent ends the thread if a page takes too long.
parentPort?.on('message', ({ text, config }) => {
  try {
    const { page } = lint({ strings: { page: text }, config, noInlineConfig: true });
    parentPort?.postMessage({ errors: page }, []);
  } catch (error) {
    parentPort?.postMessage({ failed: error instanceof Error ? error.name : 'Error' }, []);
  }
});

// Loading takes longer than most pages; the parent waits for it before it counts the time of a page.
parentPort?.postMessage({ ready: true }, []);
