import {
  errorTable,
  isKinoraError,
  type TitleJob,
  type TitleJobProblem,
  toKinoraError,
  toPublishFailure,
} from '@kinora/core'

/** Why a title was refused, as the one call that does the same says it (TITLE-22 to 25); worded by whoever reads it. */
export function toProblem(act: TitleJob['act'], error: unknown): TitleJobProblem {
  const { code, detail, issues, retryAfter } = toKinoraError(error)
  const [first] = issues
  if (act === 'publish' && first === undefined) {
    const said = toPublishFailure(error)
    return 'words' in said ? inWords(said.words) : [{ path: '', code: said.key }]
  }
  if (code === 'clubOnly') return [{ path: '', code: 'titleJob.clubOnly' }, ...issues]
  if (detail !== undefined && isKinoraError(error)) return inWords(detail)
  if (first?.code === 'title.publishNotReady') return [...issues]
  if (first !== undefined) return [first]
  return [{ path: '', code: errorTable[code].text, params: { seconds: Math.ceil(retryAfter ?? 60) } }]
}

/** A sentence of which nobody knows the key. */
const inWords = (words: string): TitleJobProblem => [{ path: '', code: 'titleJob.said', params: { words } }]
