import {
  type Collection,
  collectionLimits,
  type collections,
  documents,
  limits,
  toActiveState,
} from '@kinora/core'
import { useMemo } from 'react'
import { useFormState } from 'react-hook-form'
import { DraftSwitch, useStateWords } from '../kernel/active.tsx'
import { DeleteRow } from '../kernel/delete-row.tsx'
import { DraftField, DraftText } from '../kernel/draft-field.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { isFrozen, isHidden, unlessHidden } from '../kernel/form-fields.ts'
import { type FormPageProps, type OpenRowOf, RowForm } from '../kernel/row-form.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { useRead } from '../kernel/use-read.ts'
import { Card } from '../ui/form/split-form.tsx'
import { MultiSelect } from '../ui/picker/multi-select.tsx'
import { Badge, StateBadge } from '../ui/status/badge.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { ClassCard } from './class-card.tsx'
import { type CollectionTexts, useCollectionTexts } from './texts.ts'
import { useClassPanel } from './use-class-panel.tsx'
import {
  type Classes,
  type CollectionValues,
  checkValues,
  collectionRow,
  newValues,
  useNewClasses,
  useStoredClasses,
} from './use-collection.ts'

interface OfTenant extends FormPageProps<keyof CollectionValues> {
  tenantId: string
}

/** What is below the gate of a tenant: a new collection has its classes in the draft, one that is stored changes them at once (C-112). */
export function CollectionPage(props: OfTenant) {
  const { tenantId } = props
  const { text } = useCollectionTexts()
  return (
    <RowForm
      {...props}
      {...collectionRow}
      noun="collections"
      words={text}
      start={newValues}
      toValues={({ name, description, active, documentIds }) => ({
        name,
        description,
        active,
        documentIds,
        titleTags: [],
      })}
      check={checkValues}
      invalidates={['collections', 'documents']}
    >
      {({ row, ...open }) =>
        row === undefined ? (
          <NewForm {...open} row={row} tenantId={tenantId} />
        ) : (
          <StoredForm {...open} row={row} tenantId={tenantId} />
        )
      }
    </RowForm>
  )
}

type FormProps = OpenRowOf<typeof collections, CollectionValues> & Pick<OfTenant, 'tenantId'>

const NewForm = (props: FormProps) => (
  <Fields {...props} classes={useNewClasses(props.tenantId, props.page.draft)} />
)

const StoredForm = (props: FormProps & { row: Collection }) => (
  <Fields {...props} classes={useStoredClasses(props.tenantId, props.row)} />
)

function Fields({ row, page, deletes, classes, tenantId }: FormProps & { classes: Classes }) {
  const { text } = useCollectionTexts()
  const panel = useClassPanel(tenantId, classes, page.draft.fieldId('titleTags'))
  const { draft } = page
  const isFixed = isFrozen(draft.fields, 'titleTags')
  const { errors } = useFormState({ control: draft.form.control })
  return (
    <DraftForm
      {...page}
      badge={unlessHidden(draft.fields, 'active', row && <Badges row={row} />)}
      labels={{ ...labelsOf(text), active: useStateWords() }}
      aside={isFixed ? undefined : panel.panel}
      asideLabel={text('ui.chooser.addNone')}
      actions={
        row && (
          <DeleteRow
            {...deletes}
            input={{ tenantId, tags: [row.collectionTag] }}
            text={text('ui.collections.deleteText')}
          />
        )
      }
    >
      {row?.active && row.itemCount === 0 ? (
        <Banner tone="warning" title={text('ui.collections.emptyActive')} />
      ) : null}
      <Card>
        <DraftText draft={draft} name="name" max={collectionLimits.name.max} required />
        <DraftText
          draft={draft}
          name="description"
          max={collectionLimits.description.max}
          multiline
          required
        />
        <DraftSwitch
          draft={draft}
          name="active"
          help={text(activeHelp(row))}
          disabled={isOn => isOn && row?.isFeaturedCollection === true}
        />
        <DocumentField draft={draft} tenantId={tenantId} />
      </Card>
      {isHidden(draft.fields, 'titleTags') ? null : (
        <ClassCard
          classes={classes}
          panel={panel}
          readOnly={isFixed}
          isNew={row === undefined}
          id={draft.fieldId('titleTags')}
          error={errors.titleTags?.message}
        />
      )}
    </DraftForm>
  )
}

type Text = CollectionTexts['text']

const labelsOf = (text: Text) => ({
  documentIds: text('ui.nav.documents'),
  collectionItems: text('ui.chooser.list'),
  displayOrder: text('ui.collections.columnPlace'),
  isFeaturedCollection: text('ui.collections.columnFeatured'),
  isClassOfDayCollection: text('ui.collections.columnClassOfDay'),
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

interface DocumentFieldProps {
  draft: Pick<Draft<CollectionValues>, 'form' | 'fieldId' | 'fields'>
  tenantId: string
}

/** COLL-13: the documents that a collection shows, chosen from those of the tenant. */
function DocumentField({ draft, tenantId }: DocumentFieldProps) {
  const { text } = useCollectionTexts()
  const { data, isPending } = useRead(documents.list, { tenantId, take: -1 })
  const options = useMemo(
    () => (data?.data ?? []).map(({ documentId, title }) => ({ value: documentId, label: title })),
    [data],
  )
  return (
    <DraftField
      draft={draft}
      name="documentIds"
      label={text('ui.nav.documents')}
      help={text('ui.collections.documentsHelp')}
    >
      {({ value, set }) => (
        <MultiSelect
          value={value}
          onChange={set}
          options={options}
          limit={limits.list}
          loading={isPending}
          placeholder={text('ui.documents.add')}
          removeLabel={option => text('ui.removeNamed', { name: option.label })}
          searchLabel={text('ui.search.documents')}
          emptyText={text('ui.noMatch')}
        />
      )}
    </DraftField>
  )
}
