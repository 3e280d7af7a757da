import { createMessages, en, isKinoraError } from '@kinora/core'
import { explain } from '../kernel/exit.ts'
import { text } from '../kernel/texts.ts'

/** A batch that isn't found is reported as a missing batch, not as a missing title. */
export async function ofBatch<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!isKinoraError(error) || error.code !== 'notFound') throw error
    const what = createMessages(en).error(error)
    throw explain(
      'notFound',
      { what, why: text('why.notFound'), how: 'Check the id. List your batches: kinora batches list' },
      error,
    )
  }
}
