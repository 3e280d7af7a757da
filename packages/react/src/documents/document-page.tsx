import { type DocumentDetails, documents, errorCodeOf, KinoraError, limits } from '@kinora/core'
import { ActiveState, ActiveWord } from '../kernel/active.tsx'
import { DeleteRow } from '../kernel/delete-row.tsx'
import { DraftField } from '../kernel/draft-field.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { DraftText } from '../kernel/draft-text.tsx'
import { FormState } from '../kernel/form-state.tsx'
import { useFormTexts } from '../kernel/form-texts.ts'
import type { FormPageProps } from '../kernel/row-form.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { PdfField } from './pdf-field.tsx'
import { PlacesCard } from './places-card.tsx'
import { useDocumentTexts } from './texts.ts'
import { useDocument, useDocumentDraft } from './use-document.ts'

interface OfTenant extends FormPageProps {
  tenantId: string
}

/** What is below the gate of a tenant: reads what is there, then opens its form. */
export function DocumentPage(props: OfTenant) {
  const { id, tenantId, listHref } = props
  const { text } = useDocumentTexts()
  const form = useFormTexts()
  const { row, reading, refresh } = useDocument(tenantId, id)
  const back = { href: listHref, label: text('ui.documents.title') }
  if (id !== undefined && row === undefined)
    return <FormState readings={[reading]} back={back} missing={form.text('ui.form.rowMissing')} />
  return <Open key={id} {...props} row={row} refresh={refresh} back={back} />
}

interface PageProps extends OfTenant {
  row: DocumentDetails | undefined
  refresh(): Promise<DocumentDetails | undefined>
  back: { href: string | undefined; label: string }
}

function Open(props: PageProps) {
  const { row, tenantId, back, onDeleted } = props
  const { text } = useDocumentTexts()
  const form = useFormTexts()
  const model = useDocumentDraft(props)
  const { draft } = model
  const labels = {
    title: text('ui.documents.fieldTitle'),
    description: text('ui.documents.fieldDescription'),
    documentName: text('ui.documents.fieldName'),
    active: form.text('ui.form.state'),
    file: text('field.file'),
    collectionTags: text('field.collectionTags'),
    titleTags: text('field.titleTags'),
  }
  return (
    <DraftForm
      draft={draft}
      back={back}
      isNew={row === undefined}
      title={row?.title ?? text('ui.documents.new')}
      badge={row && <ActiveState active={row.active} />}
      saveLabel={row ? undefined : text('ui.documents.create')}
      conflict={labels}
      actions={row && <Delete row={row} tenantId={tenantId} onDeleted={onDeleted} />}
    >
      <Card>
        <PdfField label={labels.file} model={model} row={row} tenantId={tenantId} />
        <DraftText draft={draft} name="title" label={labels.title} max={limits.title} required />
        <DraftText
          draft={draft}
          name="description"
          label={labels.description}
          max={limits.documentDescription}
        />
        <DraftText
          draft={draft}
          name="documentName"
          label={labels.documentName}
          help={text('ui.documents.fieldNameHelp')}
          max={limits.fileName}
        />
        <DraftField draft={draft} name="active" label={labels.active} group>
          {({ value, set }) => (
            <Switch
              label={<ActiveWord active={value} />}
              help={text('ui.documents.activeHelp')}
              checked={value}
              onChange={event => set(event.target.checked)}
            />
          )}
        </DraftField>
      </Card>
      <PlacesCard labels={labels} draft={draft} row={row} tenantId={tenantId} />
    </DraftForm>
  )
}

function Delete({
  row,
  tenantId,
  onDeleted,
}: { row: DocumentDetails } & Pick<OfTenant, 'tenantId' | 'onDeleted'>) {
  const { text } = useDocumentTexts()
  return (
    <DeleteRow
      endpoint={documents.remove}
      input={{ tenantId, ids: [row.documentId] }}
      invalidates={['documents', 'collections']}
      onSuccess={([answer]) => {
        if (answer?.status !== 200)
          throw new KinoraError(errorCodeOf(answer?.status), { detail: answer?.message ?? '' })
      }}
      label={text('ui.documents.delete')}
      name={row.title}
      text={text('ui.documents.deleteText')}
      onDeleted={onDeleted}
    />
  )
}
