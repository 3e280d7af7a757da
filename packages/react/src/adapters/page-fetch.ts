/**
 * `fetch` of the page. A browser tells a page that a server doesn't let in the same as of one that is away: a second question, whose
 * answer nobody may read, tells them apart, and the console names the setting, once.
 */
export function createPageFetch(baseUrl: string): typeof fetch {
  let isAsked = false
  return async (input, init) => {
    try {
      return await fetch(input, init)
    } catch (cause) {
      const isForeign = baseUrl !== '' && new URL(baseUrl, location.href).origin !== location.origin
      if (!isForeign || isAsked || init?.signal?.aborted) throw cause
      isAsked = true
      const isThere = await fetch(`${baseUrl}/healthz`, { mode: 'no-cors' }).then(
        () => true,
        () => false,
      )
      if (isThere)
        console.error(
          `${baseUrl} refuses calls of pages of ${location.origin}: add ${location.origin} to KINORA_ORIGINS of the server.`,
        )
      throw cause
    }
  }
}
