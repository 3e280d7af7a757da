import { memberImports } from '@kinora/core'
import { Download } from 'lucide-react'
import { saveFile } from '../adapters/download.ts'
import { useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { useToasts } from '../ui/overlay/toast.tsx'
import { useImportTexts } from './texts.ts'

/** USER-04, API-149: hands out the template, saying "downloading template". */
export function ImportTemplateButton() {
  const { text } = useImportTexts()
  const toasts = useToasts()
  const { send, pending } = useWrite(memberImports.template, {
    invalidates: [],
    onSuccess: file => saveFile(file, 'UserDataTemplate.csv'),
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
