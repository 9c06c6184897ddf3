/** Sets the clock of this process off by a constant. */
const skewMs = Number(process.env.TORTURE_SKEW_MS ?? 0);
const now = Date.now.bind(Date);
Date.now = () => now() + skewMs;
