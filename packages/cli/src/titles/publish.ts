import { en, KinoraError, toPublishWords } from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { messages } from '../kernel/messages.ts'
import { withSpinner } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'

/** TITLE-22 to 25: a refused publish says what publishing says, and what is missing. */
export async function publishTitle(session: Session, tag: string, publish: boolean): Promise<string> {
  const { titles } = await session.api()
  await withSpinner(session, safe`Publishing ${tag} …`, () => titles.publish({ tag, publish })).catch(
    (error: unknown) => {
      throw publish ? toPublishError(error) : error
    },
  )
  return publish ? en['success.titlePublished'] : 'Title unpublished'
}

function toPublishError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const failure = error as KinoraError
  if (!['invalid', 'refused', 'clubOnly', 'server'].includes(failure.code)) return error
  const detail = toPublishWords(failure, messages)
  return new KinoraError(failure.code, { ...failure, detail, cause: failure.cause })
}
