import { createMessages, en, isKinoraError, type TitleJob, toPublishFailure } from '@kinora/core'

const messages = createMessages(en)

/** Why a title was refused, in the words of the one call that does the same (TITLE-22 to 25). */
export function toProblem(act: TitleJob['act'], error: unknown): string {
  const issue = isKinoraError(error) ? error.issues[0] : undefined
  if (act !== 'publish' || issue !== undefined) return messages.error(error)
  const said = toPublishFailure(error)
  return 'words' in said ? said.words : messages.text(said.key)
}
