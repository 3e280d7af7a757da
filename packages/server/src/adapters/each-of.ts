/**
 * Does so with each of many, `atOnce` at the same time; no more of them than that are held. Where one fails no other begins, and those
 * that have are waited for: nothing goes on behind whoever tries again. Throws what the first failure threw.
 */
export async function eachOf<T>(
  all: Iterable<T> | AsyncIterable<T>,
  act: (one: T) => Promise<unknown>,
  atOnce: number,
): Promise<void> {
  const next = (async function* () {
    yield* all
  })()
  let failed: { error: unknown } | undefined
  const work = async () => {
    try {
      while (failed === undefined) {
        const { done, value } = await next.next()
        if (done === true) return
        await act(value)
      }
    } catch (error) {
      failed ??= { error }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (failed === undefined) return
  await next.return()
  throw failed.error
}
