/** Sends a signal to a process that may be gone. */
export const kill = (pid, signal) => {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
    return false;
  }
};

export const isAlive = (pid) => kill(pid, 0);
