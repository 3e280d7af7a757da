import { toMegabytes } from '@kinora/core'
import { Button } from '../ui/button.tsx'
import { ProgressBar } from '../ui/status/progress-bar.tsx'
import { useDocumentTexts } from './texts.ts'
import type { Downloads } from './use-downloads.ts'

/** DOC-06, VAL-27: what is on its way, how far it is, and the way to stop it. */
export function DownloadBars({ downloads: { running, stop } }: { downloads: Downloads }) {
  const { text } = useDocumentTexts()
  if (running.length === 0) return null
  return (
    <ul className="kn-documents-running">
      {running.map(({ documentId, name, done, total, waiting }) => (
        <li key={documentId} className="kn-documents-load">
          <ProgressBar
            label={waiting ? text('ui.documents.waiting') : text('ui.documents.downloadOf', { name })}
            tone={waiting ? 'warning' : 'accent'}
            value={total > 0 ? done / total : undefined}
            detail={text('ui.documents.progress', { part: toMegabytes(done), size: toMegabytes(total) })}
          />
          <Button size="compact" onClick={() => stop(documentId)}>
            {text('ui.documents.stop')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
