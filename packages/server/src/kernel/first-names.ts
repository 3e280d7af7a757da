/** Names that are told at once. */
const NAMED = 5

/** As many as are read, so that it is known whether there are more. */
export const NAMES_READ = NAMED + 1

/** The first of them, and “…” where there are more. */
export const firstNames = (names: readonly string[]): string[] =>
  names.length > NAMED ? [...names.slice(0, NAMED), '…'] : [...names]
