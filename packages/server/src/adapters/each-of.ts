/**
 * Does so with each of many, `atOnce` at the same time; no more of them than that are held. Where one fails no other begins, and those
 * that have are waited for: nothing goes on behind whoever tries again. Throws what the first failure threw.
 */
export async function eachOf<T>(
  all: Iterable<T> | AsyncIterable<T>,
  act: (one: T) => Promise<unknown>,
  atOnce: number,
): Promise<void> {
  let failed: { error: unknown } | undefined
  const begun = new Set<Promise<unknown>>()
  try {
    for await (const each of all) {
      if (failed !== undefined) break
      const one: Promise<unknown> = act(each)
        .catch((error: unknown) => {
          failed ??= { error }
        })
        .finally(() => begun.delete(one))
      begun.add(one)
      if (begun.size >= atOnce) await Promise.race(begun)
    }
  } finally {
    await Promise.all(begun)
  }
  if (failed !== undefined) throw failed.error
}
