import { createMessages, en, isKinoraError, type KinoraError, type Removal } from '@kinora/core'

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
      const { status } = ownRefusal(error)
      done.push({ id, status, reason: reasonOf(error) })
    }
  return done
}

/** Why one of several isn’t done, in words for a person; what is no fault of its own is thrown. */
export const reasonOf = (error: unknown): string => messages.error(ownRefusal(error))

function ownRefusal(error: unknown): KinoraError {
  if (!isKinoraError(error) || error.status >= 500) throw error
  return error
}
