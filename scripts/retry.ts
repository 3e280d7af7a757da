/**
 * How often a test that fails is run again. Once in CI, where a machine of two cores is full for a quarter of an hour:
 * what passes then is counted as passed, named as flaky at the end of the run, and to be mended. Never at a desk.
 */
export const retry = process.env.CI ? 1 : 0
