/** A promise that a test resolves. */
export interface Signal {
  readonly given: Promise<void>;
  give(): void;
}

export const createSignal = (): Signal => {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
};
