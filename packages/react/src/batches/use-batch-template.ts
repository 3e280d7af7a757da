import { batches } from '@kinora/core'
import { saveFile } from '../adapters/download.ts'
import { useWrite } from '../kernel/use-write.ts'
import { useToasts } from '../ui/overlay/toast.tsx'
import { useBatchTexts } from './texts.ts'

/** BULK-11: hands out the template, saying "downloading template". */
export function useBatchTemplate(): { download: () => Promise<void>; loading: boolean } {
  const { text } = useBatchTexts()
  const toasts = useToasts()
  const { send, pending } = useWrite(batches.template, {
    invalidates: [],
    onSuccess: file => saveFile(file, 'bulk-upload-template.csv'),
  })
  const download = async () => {
    toasts.show({ text: text('success.downloadingTemplate'), tone: 'positive' })
    await send({})
  }
  return { download, loading: pending }
}
