import type { batches, memberImports } from '@kinora/core'
import { Download } from 'lucide-react'
import { saveFile } from '../adapters/download.ts'
import { useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { useToasts } from '../ui/overlay/toast.tsx'
import { useWorkTexts } from './work.tsx'

interface TemplateButtonProps {
  endpoint: typeof batches.template | typeof memberImports.template
  fileName: string
}

/** BULK-11, API-50, USER-04, API-149: hands out the template of a CSV, saying "downloading template". */
export function TemplateButton({ endpoint, fileName }: TemplateButtonProps) {
  const { text } = useWorkTexts()
  const toasts = useToasts()
  const { send, isPending: pending } = useWrite(endpoint, {
    invalidates: [],
    onSuccess: file => saveFile(file, fileName),
  })
  return (
    <Button
      icon={<Download size={16} aria-hidden="true" />}
      loading={pending}
      onClick={() => {
        toasts.show({ text: text('success.downloadingTemplate'), tone: 'positive' })
        void send({})
      }}
    >
      {text('ui.batches.template')}
    </Button>
  )
}
