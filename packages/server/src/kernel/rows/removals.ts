import { createMessages, en, isKinoraError, type Removal } from '@kinora/core'

const messages = createMessages(en)

/** Deletes several, each by itself: one that is refused stays, with its status and why, and stops no other. */
export async function removeEach(
  ids: Iterable<string>,
  remove: (id: string) => Promise<unknown>,
): Promise<Required<Removal>[]> {
  const done: Required<Removal>[] = []
  for (const id of ids)
    try {
      await remove(id)
      done.push({ id, status: 200, reason: en['success.itemDeleted'] })
    } catch (error) {
      if (!isKinoraError(error) || error.status >= 500) throw error
      done.push({ id, status: error.status, reason: messages.error(error) })
    }
  return done
}
