/** The facts that a question states: names and plain values, for instance the head of a pull request. */
export type Facts = Readonly<Record<string, string | number | boolean>>;
