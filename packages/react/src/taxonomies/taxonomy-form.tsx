import {
  checkTaxonomy,
  directionOf,
  type Label,
  labels,
  languageTexts,
  newTaxonomy,
  type TaxonomyKind,
  type TenantLanguages,
  taxonomyTexts,
  tenants,
  titles,
} from '@kinora/core'
import { useState } from 'react'
import { DraftSwitch, useStateWords } from '../kernel/active.tsx'
import { DeleteRow, type DeleteRowProps } from '../kernel/delete-row.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { languageNameIn } from '../kernel/language-names.ts'
import { LocalisedText } from '../kernel/localised-text.tsx'
import { useTexts } from '../kernel/message.ts'
import { type FormPageProps, type OpenRowOf, RowForm } from '../kernel/row-form.tsx'
import { ofTenant } from '../kernel/tenant-gate.tsx'
import { useRead } from '../kernel/use-read.ts'
import { Card } from '../ui/form/split-form.tsx'
import { nameIn, taxonomy, toLanguages } from './taxonomy.ts'

export interface TaxonomyFormProps extends FormPageProps {
  kind: TaxonomyKind
}

/** Adds or changes a label, a focus area or a piece of equipment (META-02 to META-12). */
export const TaxonomyForm = ofTenant<TaxonomyFormProps>(({ kind, tenantId, ...props }) => {
  const { text } = useTexts(taxonomyTexts)
  const { calls, idKey, noun } = taxonomy(kind)
  const config = useRead(tenants.config, { tenantId })
  const tenant = config.data?.data[0]?.tenant ?? noLanguages
  return (
    <RowForm
      {...props}
      noun={kind}
      words={text}
      nameOf={row => nameIn(row.name, tenant.languageTag).text}
      calls={calls}
      idKey={idKey}
      history={noun}
      tenantId={tenantId}
      start={newTaxonomy}
      check={values => checkTaxonomy(values, tenant)}
      needs={[config]}
      invalidates={[noun, 'metadata']}
      backLabel={text(`ui.${kind}.title`)}
    >
      {open => <Fields {...open} kind={kind} tenantId={tenantId} tenant={tenant} />}
    </RowForm>
  )
})

const noLanguages: TenantLanguages = { languageCodes: [], languageTag: '' }

interface FieldsProps extends OpenRowOf<ReturnType<typeof taxonomy>['calls']> {
  kind: TaxonomyKind
  tenantId: string
  tenant: TenantLanguages
}

function Fields({ kind, row, tenantId, tenant, page, deletes }: FieldsProps) {
  const { text } = useTexts(taxonomyTexts, languageTexts)
  const state = useStateWords()
  const isPlatform = row?.tenantId === null
  const languages = toLanguages(isPlatform ? languagesOf(row.name, tenant) : tenant, text)
  const labelOf = (path: string) => {
    const [field, tag] = path.split('.')
    if (field === 'isActive') return state
    return tag === undefined
      ? undefined
      : { label: languageNameIn(text, tag), lang: tag, dir: directionOf(tag) }
  }
  const canDelete = kind === 'label' && row !== undefined && !isPlatform
  return (
    <DraftForm
      {...page}
      unusable={
        languages.length === 0
          ? text('session.noLanguages')
          : isPlatform
            ? text('ui.taxonomies.platformText')
            : undefined
      }
      actions={canDelete && <DeleteLabel {...deletes} id={row.labelId} tenantId={tenantId} />}
      labels={labelOf}
    >
      <Card>
        {languages.length === 0 ? null : (
          <LocalisedText draft={page.draft} name="name" languages={languages} />
        )}
        <DraftSwitch draft={page.draft} name="isActive" help={text('ui.taxonomies.activeHelp')} />
      </Card>
    </DraftForm>
  )
}

/** An entry of the platform is shown as it is, in languages that the tenant may lack; first the one that names it elsewhere. */
function languagesOf(name: Label['name'], tenant: TenantLanguages): TenantLanguages {
  const languageCodes = tenant.languageCodes.length === 0 ? [] : Object.keys(name)
  return { languageCodes, languageTag: nameIn(name, tenant.languageTag).tag }
}

interface DeleteLabelProps extends Pick<DeleteRowProps<typeof labels.remove>, 'name' | 'onDeleted'> {
  id: string
  tenantId: string
}

/** API-41: deletes a label after saying how many titles lose it. */
function DeleteLabel({ id, name, tenantId, onDeleted }: DeleteLabelProps) {
  const { text } = useTexts(taxonomyTexts)
  const [asked, setAsked] = useState(false)
  const uses = useRead(titles.search, { labelId: [id], take: 1 }, { enabled: asked })
  const count = uses.data?.totalRecords ?? 0
  return (
    <DeleteRow
      endpoint={labels.remove}
      input={{ tenantId, ids: [id] }}
      invalidates={['labels', 'titles', 'metadata']}
      label={text('ui.label.delete')}
      name={name}
      losses={count === 0 ? [] : [text('ui.label.deleteUses', { count })]}
      onAsk={() => setAsked(true)}
      counting={uses.isFetching}
      onDeleted={onDeleted}
    />
  )
}
