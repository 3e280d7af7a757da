import { batches } from '@kinora/core'
import { useCallback, useState } from 'react'
import { saveFile } from '../adapters/download.ts'
import { useKinora } from '../kernel/provider.tsx'
import { useToasts } from '../ui/overlay/toast-region.tsx'
import { useBatchTexts } from './texts.ts'

/** BULK-11: hands out the template, saying "downloading template". */
export function useBatchTemplate(): { download: () => Promise<void>; loading: boolean } {
  const { session } = useKinora()
  const texts = useBatchTexts()
  const toasts = useToasts()
  const [loading, setLoading] = useState(false)
  const download = useCallback(async () => {
    setLoading(true)
    toasts.show({ text: texts.text('success.downloadingTemplate'), tone: 'positive' })
    try {
      await saveFile(await session.send(batches.template, {}), 'bulk-upload-template.csv')
    } catch (error) {
      toasts.show({ text: texts.error(error), tone: 'negative' })
    } finally {
      setLoading(false)
    }
  }, [session, texts, toasts])
  return { download, loading }
}
