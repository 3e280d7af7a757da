import { createMessages, en, isKinoraError } from '@kinora/core'
import { explain } from '../kernel/exit.ts'
import { text } from '../kernel/texts.ts'

const hints = {
  member: 'Check the id. List members: kinora members list',
  import: 'Check the id. List imports: kinora members imports',
}

/** What isn't found is told with the command that lists what is there. */
export async function orNotFound<T>(call: Promise<T>, found: keyof typeof hints): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!isKinoraError(error) || error.code !== 'notFound') throw error
    const what = createMessages(en).error(error)
    throw explain('notFound', { what, why: text('why.notFound'), how: hints[found] }, error)
  }
}
