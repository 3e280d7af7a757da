import {
  isKinoraError,
  type KinoraError,
  type Title,
  TitleStatus,
  titles,
  toPublishWords,
  UPDATE_ERROR_DISPLAY,
} from '@kinora/core'
import { useWrite } from '../../kernel/use-write.ts'
import { useToasts } from '../../ui/overlay/toast.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import type { TitleSource } from './use-title.ts'

/** TITLE-20 to 25: the publish call after a successful save; nothing, or what its failure says. */
export function useTitlePublish(source: TitleSource) {
  const texts = useTitleEditorTexts()
  const { text } = texts
  const toasts = useToasts()
  const wordsOf = (error: KinoraError): string => toPublishWords(error, texts)
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
