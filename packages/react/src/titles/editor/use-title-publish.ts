import {
  isKinoraError,
  type KinoraError,
  type Title,
  TitleStatus,
  titles,
  toPublishFailure,
  UPDATE_ERROR_DISPLAY,
} from '@kinora/core'
import { useWrite } from '../../kernel/use-write.ts'
import { useToasts } from '../../ui/overlay/toast-region.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import type { TitleSource } from './use-title.ts'

/** The sentence of a failed publish (TITLE-22 to 25). */
function usePublishFailure() {
  const { text } = useTitleEditorTexts()
  return (error: KinoraError): string => {
    const failure = toPublishFailure(error)
    return 'words' in failure ? failure.words : text(failure.key)
  }
}

/** TITLE-20 to 25: the publish call after a successful save; nothing, or what its failure says. */
export function useTitlePublish(source: TitleSource) {
  const { text } = useTitleEditorTexts()
  const toasts = useToasts()
  const wordsOf = usePublishFailure()
  const success = text('success.titlePublished')
  const { send } = useWrite(titles.publish, {
    invalidates: [titles.search],
    onSuccess: source.put,
    success,
    failure: error => ({ text: wordsOf(error), duration: UPDATE_ERROR_DISPLAY }),
  })
  return async (title: Title): Promise<{ error: unknown; words: string } | undefined> => {
    if (title.status === TitleStatus.Published) {
      toasts.show({ text: success, tone: 'positive' })
      return undefined
    }
    const result = await send({ tag: title.tag, publish: true })
    return result.kind === 'failed' && isKinoraError(result.error)
      ? { error: result.error, words: wordsOf(result.error) }
      : undefined
  }
}
