import { type Title, titles } from '@kinora/core'
import { useWrite } from '../../kernel/use-write.ts'
import { useTitleEditorTexts } from '../editor-texts.ts'

/** What can be done with a trailer (API-16, API-17, API-20). */
export function useTrailer({ tag }: Title) {
  const { text, error } = useTitleEditorTexts()
  const failure = (found: unknown) => ({ text: error(found), sticky: true })
  const remove = useWrite(titles.removeTrailer, { success: text('success.trailerRemoved'), failure })
  const retry = useWrite(titles.retry, { failure })
  const encode = useWrite(titles.encodeTrailer, { failure })
  const cancel = useWrite(titles.cancelContent, { success: text('success.fileCanceled'), failure })
  return {
    working: [remove, retry, encode, cancel].some(({ pending }) => pending),
    remove: () => remove.send({ Titletag: tag }),
    retry: () => retry.send({ tag, isTrailerFile: true }),
    again: () => encode.send({ tag }),
    cancel: () => cancel.send({ titleTag: tag, isTrailerFile: true }),
  }
}
