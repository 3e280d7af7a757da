import { type DocumentDetails, limits, MEGABYTE, toMegabytes } from '@kinora/core'
import { Download, FileText } from 'lucide-react'
import { DraftField } from '../kernel/draft-field.tsx'
import { useKinora } from '../kernel/provider.tsx'
import { Button } from '../ui/button.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { ProgressBar } from '../ui/status/progress-bar.tsx'
import { Thumbnail } from '../ui/table/thumbnail.tsx'
import { DownloadBars } from './download-bars.tsx'
import { useDocumentTexts } from './texts.ts'
import type { DocumentDraftModel } from './use-document.ts'
import { useDownloads } from './use-downloads.ts'

export interface PdfFieldProps {
  model: DocumentDraftModel
  row: DocumentDetails | undefined
  tenantId: string
}

/** DOC-02, DOC-05, DOC-06: the PDF of a document: what is stored, what takes its place, how far it is on its way. */
export function PdfField({ model, row, tenantId }: PdfFieldProps) {
  const { text } = useDocumentTexts()
  const { draft, file, choose, sending, stop } = model
  return (
    <DraftField
      draft={draft}
      name="file"
      label={text('field.file')}
      help={text('ui.documents.fileHelp', { max: limits.documentSize / MEGABYTE })}
      required={row === undefined}
      group
      announces
    >
      {() => (
        <div className="kn-document-file">
          {row === undefined ? null : <Stored row={row} tenantId={tenantId} />}
          <FileDrop
            look="compact"
            accept=".pdf"
            icon={<FileText size={20} aria-hidden="true" />}
            disabled={draft.saving}
            title={
              file === undefined ? (
                text(row === undefined ? 'ui.documents.drop' : 'ui.documents.replace')
              ) : (
                <bdi>{file.name}</bdi>
              )
            }
            hint={file && toMegabytes(file.size)}
            buttonLabel={text('ui.documents.choose')}
            onFiles={([first]) => first && void choose(first)}
          />
          {sending === undefined || file === undefined ? null : (
            <div className="kn-documents-load">
              <Sending name={file.name} {...sending} />
              <Button size="compact" onClick={stop}>
                {text('ui.documents.stop')}
              </Button>
            </div>
          )}
        </div>
      )}
    </DraftField>
  )
}

/** Once all has left, the server still looks at it. */
function Sending({ name, sent, total }: { name: string; sent: number; total: number }) {
  const { text } = useDocumentTexts()
  const isLeft = total > 0 && sent >= total
  return (
    <ProgressBar
      label={isLeft ? text('ui.documents.checking') : text('ui.documents.sending', { name })}
      value={total > 0 && !isLeft ? sent / total : undefined}
      detail={text('ui.documents.progress', { part: toMegabytes(sent), size: toMegabytes(total) })}
    />
  )
}

function Stored({ row, tenantId }: { row: DocumentDetails; tenantId: string }) {
  const { text } = useDocumentTexts()
  const { baseUrl } = useKinora()
  const downloads = useDownloads(tenantId)
  return (
    <div className="kn-document-stored">
      <Thumbnail
        className="kn-document-page"
        src={baseUrl + row.previewLink}
        alt={text('ui.documents.preview', { name: row.title })}
        fallback={<FileText size={24} aria-hidden="true" />}
      />
      <div className="kn-document-facts">
        <bdi className="kn-document-name">{row.documentName}</bdi>
        <span className="kn-cell-soft">
          {text('ui.documents.pageCount', { count: row.pages })} · {toMegabytes(row.size)}
        </span>
        <Button icon={<Download size={16} aria-hidden="true" />} onClick={() => downloads.start(row)}>
          {text('ui.documents.download')}
        </Button>
        <DownloadBars downloads={downloads} />
      </div>
    </div>
  )
}
