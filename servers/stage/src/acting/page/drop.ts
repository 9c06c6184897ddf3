/** Watches one type of event, and tells at the end whether the page has taken it: whether it prevented the default. */
export const watchTaken = `function (type) {
  let seen = null;
  const listen = (event) => { seen = event; };
  addEventListener(type, listen, { capture: true });
  return {
    end() {
      removeEventListener(type, listen, { capture: true });
      return seen !== null && seen.defaultPrevented;
    },
  };
}`;
