import { isDiskFull } from './disk.ts'
import type { StoredSession, TokenVault } from './world.ts'

/**
 * The sign-ins of this machine, for one command: a refreshed one that cannot be saved on a full disk is cached until the
 * command ends, so that the command can continue. `onUnsaved` is called for each.
 */
export function cacheUnsavedSessions(vault: TokenVault, onUnsaved: () => void): TokenVault {
  const unsaved = new Map<string, StoredSession>()
  return {
    ...vault,
    async read(url) {
      const session = unsaved.get(url)
      const stored = await vault.read(url)
      return session === undefined || stored === undefined ? stored : { ...stored, session }
    },
    async write(session) {
      try {
        const place = await vault.write(session)
        unsaved.delete(session.url)
        return place
      } catch (error) {
        const stored = isDiskFull(error) ? await vault.read(session.url) : undefined
        if (stored === undefined) throw error
        unsaved.set(session.url, session)
        onUnsaved()
        return stored.place
      }
    },
    async clear(url) {
      unsaved.delete(url)
      await vault.clear(url)
    },
  }
}
