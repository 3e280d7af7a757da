import {
  en,
  isKinoraError,
  KinoraError,
  missingToPublish,
  TitleStatus,
  titles,
  toPublishWords,
} from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { messages } from '../kernel/messages.ts'
import { withSpinner } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'

/** TITLE-22 to 25: a refused publish says what publishing says, and what is missing. */
export async function publishTitle(session: Session, tag: string, publish: boolean): Promise<string> {
  const send = await session.send()
  await withSpinner(session, safe`Publishing ${tag} …`, () => send(titles.publish, { tag, publish })).catch(
    (error: unknown) => {
      throw publish ? toPublishError(error) : error
    },
  )
  return publish ? en['success.titlePublished'] : 'Title unpublished'
}

/** Decision 0119: published at once where that is possible, else by the server as soon as the file is processed. */
export async function publishWhenReady(session: Session, tag: string): Promise<string> {
  const send = await session.send()
  const { status } = await send(titles.publish, { tag, whenReady: true }).catch((error: unknown) => {
    throw toPublishError(error)
  })
  return en[status === TitleStatus.Published ? 'success.titlePublished' : 'success.publishesWhenReady']
}

/** The same for a file that was just sent; a title that is only incomplete publishes itself once it is complete (TITLE-34). */
export async function publishOnceComplete(session: Session, tag: string): Promise<void> {
  const send = await session.send()
  const missing = await send(titles.publish, { tag, whenReady: true }).then(
    // The cover may come from the video.
    title => missingToPublish(title).filter(({ path }) => path !== 'imageLink'),
    (error: unknown) => {
      const issues = isKinoraError(error) && error.code === 'invalid' ? error.issues : []
      const fields = issues.filter(({ code }) => code.startsWith('required.'))
      if (fields.length === 0) throw toPublishError(error)
      return fields
    },
  )
  if (missing.length === 0) return
  await send(titles.update, { tag, IsAutoPublish: true })
  const reason = messages.advise(missing)
  session.print.warn(safe`${tag} is incomplete and publishes itself once it is complete. ${reason}`)
}

/** The title stays unpublished when it is ready. */
export async function keepUnpublished(session: Session, tag: string): Promise<string> {
  const send = await session.send()
  await send(titles.publish, { tag, publish: false, whenReady: true })
  return en['success.staysUnpublished']
}

function toPublishError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const failure = error as KinoraError
  if (!['invalid', 'refused', 'clubOnly', 'server'].includes(failure.code)) return error
  const detail = toPublishWords(failure, messages)
  return new KinoraError(failure.code, { ...failure, detail, cause: failure.cause })
}
