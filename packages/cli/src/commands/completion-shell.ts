import type { Place, PlaceFlag } from './completion.ts'

/** Flags that say where to ask for values: they are passed on as they were typed. */
export const contextFlags = ['--profile', '--url', '--tenant'] as const

export const quote = (words: string): string => `'${words.replaceAll("'", `'\\''`)}'`

/** Each flag of each place that takes a value, the same at every place said once. */
export function valuedFlags(places: readonly Place[]): { path: string | undefined; flag: PlaceFlag }[] {
  const shared = new Set(places.find(({ path }) => path === '')?.flags.map(({ flag }) => flag))
  return places.flatMap(({ path, flags }) =>
    flags
      .filter(({ flag, takes }) => takes && (path === '' || !shared.has(flag)))
      .map(flag => ({ path: path === '' ? undefined : path, flag })),
  )
}
