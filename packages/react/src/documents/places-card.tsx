import { collections, type DocumentDetails } from '@kinora/core'
import { Plus, X } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { DraftField } from '../kernel/draft-field.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { useRead } from '../kernel/use-read.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { MultiSelect } from '../ui/picker/multi-select.tsx'
import { useDocumentTexts } from './texts.ts'
import type { DocumentValues } from './use-document.ts'

const Chooser = lazyPart(async () => ({ default: (await import('./title-chooser.tsx')).TitleChooser }))

export interface PlacesCardProps {
  labels: Record<'collectionTags' | 'titleTags', string>
  draft: Pick<Draft<DocumentValues>, 'form' | 'fieldId'>
  row: DocumentDetails | undefined
  tenantId: string
}

/** API-115: the collections and titles that show the document; stored with the form. */
export function PlacesCard(props: PlacesCardProps) {
  const { text } = useDocumentTexts()
  return (
    <Card title={text('ui.documents.columnPlaces')}>
      <Collections {...props} />
      <Titles {...props} />
    </Card>
  )
}

function Collections({ labels, draft, row, tenantId }: PlacesCardProps) {
  const { text } = useDocumentTexts()
  const { data, isPending } = useRead(collections.list, {
    tenant: tenantId,
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
    <DraftField
      draft={draft}
      name="collectionTags"
      label={labels.collectionTags}
      help={text('ui.documents.collectionsHelp')}
    >
      {({ value, set }) => (
        <MultiSelect
          value={value}
          onChange={set}
          options={options}
          loading={isPending}
          placeholder={text('ui.documents.addCollection')}
          removeLabel={option => text('ui.documents.removeCollection', { name: option.label })}
          searchLabel={text('ui.documents.searchCollections')}
          emptyText={text('ui.noMatch')}
        />
      )}
    </DraftField>
  )
}

function Titles({ labels, draft, row, tenantId }: PlacesCardProps) {
  const { text } = useDocumentTexts()
  const [open, setOpen] = useState(false)
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const stored = useMemo(() => new Map(row?.titles.map(({ tag, title }) => [tag, title])), [row])
  const nameOf = (tag: string) => known.get(tag) ?? stored.get(tag) ?? tag
  return (
    <DraftField
      draft={draft}
      name="titleTags"
      label={labels.titleTags}
      help={text('ui.documents.titlesHelp')}
      group
    >
      {({ value, set }) => (
        <div className="kn-document-titles">
          {value.length === 0 ? <p className="kn-cell-soft">{text('ui.documents.titlesNone')}</p> : null}
          <ul className="kn-document-list">
            {value.map(tag => (
              <li key={tag}>
                <bdi className="kn-truncate">{nameOf(tag)}</bdi>
                <IconButton
                  label={text('ui.documents.removeTitle', { name: nameOf(tag) })}
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
            <Suspense>
              <Chooser
                tenantId={tenantId}
                taken={new Set(value)}
                onClose={() => setOpen(false)}
                onChoose={async titles => {
                  setKnown(
                    before =>
                      new Map([...before, ...titles.map(each => [each.tag, each.className] as const)]),
                  )
                  set([...value, ...titles.map(({ tag }) => tag).filter(tag => !value.includes(tag))])
                  return true
                }}
              />
            </Suspense>
          ) : null}
        </div>
      )}
    </DraftField>
  )
}
