import { createMessages, en, isKinoraError } from '@kinora/core'
import { explain } from '../kernel/exit.ts'
import { text } from '../texts.ts'
import { memberText } from './texts.ts'

/** What isn't found is told with the command that lists what is there. */
export async function orNotFound<T>(call: Promise<T>, how: 'find.member' | 'find.import'): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!isKinoraError(error) || error.code !== 'notFound') throw error
    const what = createMessages(en).error(error)
    throw explain('notFound', { what, why: text('why.notFound'), how: memberText(how) }, error)
  }
}
