import {
  collections,
  type DocumentDetails,
  type documents,
  limits,
  MEGABYTE,
  toMegabytes,
} from '@kinora/core'
import { Download, FileText, Plus, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { CollectionClassChooser } from '../class-chooser/class-chooser.tsx'
import { DraftSwitch } from '../kernel/active.tsx'
import { DeleteRow } from '../kernel/delete-row.tsx'
import { DraftField, DraftText } from '../kernel/draft-field.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { isFrozen } from '../kernel/form-fields.ts'
import { useKinora } from '../kernel/provider.tsx'
import { type FormPageProps, ReadRow, type RowPage } from '../kernel/row-form.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { useRead } from '../kernel/use-read.ts'
import { Button } from '../ui/button.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { MultiSelect } from '../ui/picker/multi-select.tsx'
import { ProgressBar } from '../ui/status/progress.tsx'
import { Thumbnail } from '../ui/table/title-cell.tsx'
import { useDocumentTexts } from './texts.ts'
import {
  type DocumentDraftModel,
  type DocumentValues,
  documentRow,
  useDocumentDraft,
} from './use-document.ts'
import { DownloadBars, useDownloads } from './use-downloads.tsx'

interface OfTenant extends FormPageProps {
  tenantId: string
}

/** What is below the gate of a tenant: reads what is there, then opens its form. */
export function DocumentPage(props: OfTenant) {
  const { text } = useDocumentTexts()
  return (
    <ReadRow {...props} {...documentRow} noun="documents" words={text} nameKey="title" stateKey="active">
      {page => <Open {...props} {...page} />}
    </ReadRow>
  )
}

function Open(props: OfTenant & RowPage<DocumentDetails, typeof documents.remove>) {
  const { row, tenantId, page, deletes } = props
  const { text } = useDocumentTexts()
  const model = useDocumentDraft(props)
  const { draft } = model
  const documentName = text('ui.documents.fieldName')
  return (
    <DraftForm
      {...page}
      draft={draft}
      labels={{ ...page.labels, documentName, digest: text('field.file') }}
      actions={
        row && (
          <DeleteRow
            {...deletes}
            input={{ tenantId, ids: [row.documentId] }}
            invalidates={['documents', 'collections']}
            text={text('ui.documents.deleteText')}
          />
        )
      }
    >
      <Card>
        <PdfField model={model} row={row} tenantId={tenantId} />
        <DraftText draft={draft} name="title" max={limits.title} required />
        <DraftText draft={draft} name="description" max={limits.documentDescription} />
        <DraftText
          draft={draft}
          name="documentName"
          label={documentName}
          help={text('ui.documents.fieldNameHelp')}
          max={limits.fileName}
        />
        <DraftSwitch draft={draft} name="active" help={text('ui.documents.activeHelp')} />
      </Card>
      <PlacesCard draft={draft} row={row} tenantId={tenantId} />
    </DraftForm>
  )
}

interface PdfFieldProps {
  model: DocumentDraftModel
  row: DocumentDetails | undefined
  tenantId: string
}

/** DOC-02, DOC-05, DOC-06: the PDF of a document: what is stored, what takes its place, how far it is on its way. */
function PdfField({ model, row, tenantId }: PdfFieldProps) {
  const { text, locale } = useDocumentTexts()
  const { draft, file, choose, sending, stop } = model
  return (
    <DraftField
      draft={draft}
      name="file"
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
            disabled={draft.isSaving || isFrozen(draft.fields, 'file')}
            title={
              file === undefined ? (
                text(row === undefined ? 'ui.documents.drop' : 'ui.documents.replace')
              ) : (
                <bdi>{file.name}</bdi>
              )
            }
            hint={file && toMegabytes(file.size, locale)}
            buttonLabel={text('ui.documents.choose')}
            onFiles={([first]) => first && void choose(first)}
          />
          {sending === undefined || file === undefined ? null : (
            <div className="kn-documents-load">
              <Sending name={file.name} {...sending} />
              <Button size="compact" onClick={stop}>
                {text('ui.stop')}
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
  const { text, locale } = useDocumentTexts()
  const isLeft = total > 0 && sent >= total
  return (
    <ProgressBar
      label={isLeft ? text('ui.documents.checking') : text('ui.sending', { name })}
      value={total > 0 && !isLeft ? sent / total : undefined}
      detail={text('ui.partOf', { part: toMegabytes(sent, locale), size: toMegabytes(total, locale) })}
    />
  )
}

function Stored({ row, tenantId }: { row: DocumentDetails; tenantId: string }) {
  const { text, locale } = useDocumentTexts()
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
          {text('ui.documents.pageCount', { count: row.pages })} · {toMegabytes(row.size, locale)}
        </span>
        <Button icon={<Download size={16} aria-hidden="true" />} onClick={() => downloads.start(row)}>
          {text('ui.documents.download')}
        </Button>
        <DownloadBars downloads={downloads} />
      </div>
    </div>
  )
}

interface PlacesCardProps {
  draft: Pick<Draft<DocumentValues>, 'form' | 'fieldId' | 'fields'>
  row: DocumentDetails | undefined
  tenantId: string
}

/** API-115: the collections and titles that show the document; stored with the form. */
function PlacesCard(props: PlacesCardProps) {
  const { text } = useDocumentTexts()
  return (
    <Card title={text('ui.documents.columnPlaces')}>
      <Collections {...props} />
      <Titles {...props} />
    </Card>
  )
}

function Collections({ draft, row, tenantId }: PlacesCardProps) {
  const { text } = useDocumentTexts()
  const { data, isPending } = useRead(collections.list, {
    tenantId,
    take: -1,
    items: 0,
    sort: 'name',
  })
  const options = useMemo(() => {
    // Until all are there, those that show it have their names already.
    const known = data?.data ?? row?.collections ?? []
    return known.map(({ collectionTag, name }) => ({ value: collectionTag, label: name }))
  }, [data, row])
  return (
    <DraftField draft={draft} name="collectionTags" help={text('ui.documents.collectionsHelp')}>
      {({ value, set }) => (
        <MultiSelect
          value={value}
          onChange={set}
          options={options}
          loading={isPending}
          placeholder={text('ui.collections.add')}
          removeLabel={option => text('ui.removeNamed', { name: option.label })}
          searchLabel={text('ui.search.collections')}
          emptyText={text('ui.noMatch')}
        />
      )}
    </DraftField>
  )
}

function Titles({ draft, row, tenantId }: PlacesCardProps) {
  const { text } = useDocumentTexts()
  const [open, setOpen] = useState(false)
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const stored = useMemo(() => new Map(row?.titles.map(({ tag, title }) => [tag, title])), [row])
  const nameOf = (tag: string) => known.get(tag) ?? stored.get(tag) ?? tag
  return (
    <DraftField draft={draft} name="titleTags" help={text('ui.documents.titlesHelp')} group>
      {({ value, set }) => (
        <div className="kn-document-titles">
          {value.length === 0 ? <p className="kn-cell-soft">{text('ui.documents.titlesNone')}</p> : null}
          <ul className="kn-document-list">
            {value.map(tag => (
              <li key={tag}>
                <bdi className="kn-truncate">{nameOf(tag)}</bdi>
                <IconButton
                  label={text('ui.removeNamed', { name: nameOf(tag) })}
                  icon={<X size={14} aria-hidden="true" />}
                  onClick={() => {
                    document.getElementById(draft.fieldId('titleTags'))?.focus()
                    set(value.filter(each => each !== tag))
                  }}
                />
              </li>
            ))}
          </ul>
          <Button
            id={draft.fieldId('titleTags')}
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={() => setOpen(true)}
          >
            {text('ui.documents.addTitles')}
          </Button>
          {open ? (
            <CollectionClassChooser
              tenantId={tenantId}
              taken={new Set(value)}
              onClose={() => setOpen(false)}
              onChoose={async titles => {
                setKnown(
                  before => new Map([...before, ...titles.map(each => [each.tag, each.className] as const)]),
                )
                set([...value, ...titles.map(({ tag }) => tag).filter(tag => !value.includes(tag))])
                return true
              }}
            />
          ) : null}
        </div>
      )}
    </DraftField>
  )
}
