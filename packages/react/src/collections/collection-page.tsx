import {
  type Collection,
  collectionLimits,
  collections,
  documents,
  errorCodeOf,
  KinoraError,
  limits,
  toActiveState,
} from '@kinora/core'
import { useMemo } from 'react'
import { useFormState } from 'react-hook-form'
import { ActiveWord } from '../kernel/active.tsx'
import { DeleteRow } from '../kernel/delete-row.tsx'
import { DraftField, DraftText } from '../kernel/draft-field.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { FormState } from '../kernel/form-state.tsx'
import { useFormTexts } from '../kernel/form-texts.ts'
import type { FormPageProps } from '../kernel/row-form.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { useRead } from '../kernel/use-read.ts'
import { Card } from '../ui/form/split-form.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { MultiSelect } from '../ui/picker/multi-select.tsx'
import { Badge, StateBadge } from '../ui/status/badge.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { ClassCard } from './class-card.tsx'
import { type CollectionTexts, useCollectionTexts } from './texts.ts'
import {
  type Classes,
  type CollectionValues,
  useCollection,
  useCollectionDraft,
  useNewClasses,
  useStoredClasses,
} from './use-collection.ts'

interface OfTenant extends FormPageProps {
  tenantId: string
}

/** What is below the gate of a tenant: reads what is there, then opens its form. */
export function CollectionPage(props: OfTenant) {
  const { id, tenantId, listHref } = props
  const { text } = useCollectionTexts()
  const form = useFormTexts()
  const { row, reading, refresh } = useCollection(tenantId, id)
  const back = { href: listHref, label: text('ui.nav.collections') }
  if (id !== undefined && row === undefined)
    return <FormState readings={[reading]} back={back} missing={form.text('ui.form.rowMissing')} />
  const open = { ...props, back, refresh }
  return row === undefined ? <NewForm {...open} /> : <StoredForm key={id} {...open} row={row} />
}

interface OpenProps extends OfTenant {
  back: { href: string | undefined; label: string }
  refresh(): Promise<Collection | undefined>
}

function NewForm(props: OpenProps) {
  const draft = useCollectionDraft({ ...props, row: undefined })
  return <Page {...props} row={undefined} draft={draft} classes={useNewClasses(draft)} />
}

function StoredForm(props: OpenProps & { row: Collection }) {
  const draft = useCollectionDraft(props)
  return <Page {...props} draft={draft} classes={useStoredClasses(props.tenantId, props.row)} />
}

interface PageProps extends OpenProps {
  row: Collection | undefined
  draft: Draft<CollectionValues>
  classes: Classes
}

function Page({ row, draft, classes, tenantId, back, onDeleted }: PageProps) {
  const { text } = useCollectionTexts()
  const form = useFormTexts()
  const labels = labelsOf(text, form.text('ui.state'))
  const { errors } = useFormState({ control: draft.form.control })
  return (
    <DraftForm
      draft={draft}
      back={back}
      isNew={row === undefined}
      title={row?.name ?? text('ui.collections.new')}
      badge={row && <Badges row={row} />}
      saveLabel={row ? undefined : text('ui.collections.create')}
      conflict={labels}
      actions={row && <Delete row={row} tenantId={tenantId} onDeleted={onDeleted} />}
    >
      {row?.active && row.itemCount === 0 ? (
        <Banner tone="warning" title={text('ui.collections.emptyActive')} />
      ) : null}
      <Card>
        <DraftText draft={draft} name="name" label={labels.name} max={collectionLimits.name.max} required />
        <DraftText
          draft={draft}
          name="description"
          label={labels.description}
          max={collectionLimits.description.max}
          multiline
          required
        />
        <DraftField draft={draft} name="active" label={labels.active} group>
          {({ value, set }) => (
            <Switch
              label={<ActiveWord active={value} />}
              help={text(activeHelp(row))}
              checked={value}
              disabled={row?.isFeaturedCollection === true && value}
              onChange={event => set(event.target.checked)}
            />
          )}
        </DraftField>
        <DocumentField draft={draft} tenantId={tenantId} label={labels.documentIds} />
      </Card>
      <ClassCard
        tenantId={tenantId}
        classes={classes}
        isNew={row === undefined}
        id={draft.fieldId('titleTags')}
        error={errors.titleTags?.message}
      />
    </DraftForm>
  )
}

type Text = CollectionTexts['text']

const labelsOf = (text: Text, active: string) => ({
  name: text('field.name'),
  description: text('field.description'),
  documentIds: text('ui.nav.documents'),
  active,
})

/** COLL-05: why it can't be switched off, or what switching it off ends. */
function activeHelp(row: Collection | undefined) {
  if (row?.isFeaturedCollection) return 'ui.collections.featuredHelp'
  return row?.isClassOfDayCollection ? 'ui.collections.classOfDayHelp' : 'ui.collections.activeHelp'
}

function Badges({ row }: { row: Collection }) {
  const { text } = useCollectionTexts()
  return (
    <>
      <StateBadge state={toActiveState(row)} word={state => text(`ui.state.${state}`)} />
      {row.isFeaturedCollection ? <Badge tone="info">{text('ui.collections.columnFeatured')}</Badge> : null}
      {row.isClassOfDayCollection ? (
        <Badge tone="info">{text('ui.collections.columnClassOfDay')}</Badge>
      ) : null}
    </>
  )
}

function Delete({
  row,
  tenantId,
  onDeleted,
}: { row: Collection } & Pick<OfTenant, 'tenantId' | 'onDeleted'>) {
  const { text } = useCollectionTexts()
  return (
    <DeleteRow
      endpoint={collections.remove}
      input={{ tenantId, tags: [row.collectionTag] }}
      onSuccess={([answer]) => {
        if (answer?.status !== 200)
          throw new KinoraError(errorCodeOf(answer?.status), { detail: answer?.reason ?? '' })
      }}
      label={text('ui.collections.delete')}
      name={row.name}
      text={text('ui.collections.deleteText')}
      onDeleted={onDeleted}
    />
  )
}

interface DocumentFieldProps {
  draft: Pick<Draft<CollectionValues>, 'form' | 'fieldId'>
  tenantId: string
  label: string
}

/** COLL-13: the documents that a collection shows, chosen from those of the tenant. */
function DocumentField({ draft, tenantId, label }: DocumentFieldProps) {
  const { text } = useCollectionTexts()
  const { data, isPending } = useRead(documents.list, { tenantId, take: -1 })
  const options = useMemo(
    () => (data?.data ?? []).map(({ documentId, title }) => ({ value: documentId, label: title })),
    [data],
  )
  return (
    <DraftField draft={draft} name="documentIds" label={label} help={text('ui.collections.documentsHelp')}>
      {({ value, set }) => (
        <MultiSelect
          value={value}
          onChange={set}
          options={options}
          limit={limits.list}
          loading={isPending}
          placeholder={text('ui.add.document')}
          removeLabel={option => text('ui.removeNamed', { name: option.label })}
          searchLabel={text('ui.search.documents')}
          emptyText={text('ui.noMatch')}
        />
      )}
    </DraftField>
  )
}
