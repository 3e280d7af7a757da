import {
  checkTaxonomy,
  directionOf,
  languageName,
  type TaxonomyDraft,
  type TaxonomyKind,
  type TenantLanguages,
  tenants,
} from '@kinora/core'
import { DraftField } from '../kernel/draft-field.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { FormState } from '../kernel/form-state.tsx'
import { LocalisedText } from '../kernel/localised-text.tsx'
import { TenantGate } from '../kernel/tenant-gate.tsx'
import { type DirtyListener, useDraft } from '../kernel/use-draft.ts'
import { useRead } from '../kernel/use-read.ts'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'
import { Card } from '../ui/form/split-form.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { ActiveBadge } from '../ui/status/active-badge.tsx'
import { nameIn, type TaxonomyEntry, taxonomy, toLanguages } from './taxonomy.ts'
import { useTaxonomyTexts } from './texts.ts'
import { useLabelDeletion } from './use-label-deletion.ts'

export interface TaxonomyFormProps {
  kind: TaxonomyKind
  /** Left out, the form makes a new entry. */
  id?: string
  listHref?: string
  /** META-07: told the id of a new entry once it is stored. */
  onAdded?: (id: string) => void
  onDeleted?: () => void
  onDirtyChange?: DirtyListener
}

/** Adds or changes a label, a focus area or a piece of equipment (META-02 to META-12). */
export function TaxonomyForm(props: TaxonomyFormProps) {
  return <TenantGate>{({ tenantId }) => <Loaded {...props} tenantId={tenantId} />}</TenantGate>
}

function Loaded({ kind, id, tenantId, ...rest }: TaxonomyFormProps & { tenantId: string }) {
  const { text } = useTaxonomyTexts()
  const { list, idOf } = taxonomy(kind)
  const config = useRead(tenants.config, { tenantId })
  const entries = useRead(list, { tenantId }, { enabled: id !== undefined })
  const find = (page: typeof entries.data) => page?.data.find(found => idOf(found) === id)
  const entry = find(entries.data)
  const refresh = () => entries.refetch({ throwOnError: true }).then(({ data }) => find(data))
  const back = { href: rest.listHref, label: text(`ui.${kind}.back`) }
  if (config.data === undefined || (id !== undefined && entry === undefined))
    return (
      <FormState
        readings={id === undefined ? [config] : [config, entries]}
        back={back}
        missing={text('ui.taxonomies.notFoundText')}
      />
    )
  const { tenant } = config.data.data[0]!
  return <Editor key={id} {...{ ...rest, kind, id, entry, refresh, tenantId, back, tenant }} />
}

interface EditorProps extends Omit<TaxonomyFormProps, 'listHref'> {
  entry: TaxonomyEntry | undefined
  refresh: () => Promise<TaxonomyEntry | undefined>
  tenantId: string
  tenant: TenantLanguages
  back: { href: string | undefined; label: string }
}

const toDraft = ({ name, isActive, version }: TaxonomyEntry) => ({ values: { name, isActive }, version })
const empty = { values: { name: {}, isActive: true } }

function useTaxonomyDraft(props: EditorProps) {
  const { kind, id, entry, refresh, tenantId, tenant, onAdded, onDirtyChange } = props
  const { text } = useTaxonomyTexts()
  const { create, update, idOf, withId } = taxonomy(kind)
  const invalidates = [create.id.split('.')[0]!, 'metadata']
  const add = useWrite(create, { invalidates, success: text('success.itemSaved'), failure: saidByCaller })
  const change = useWrite(update, { invalidates, success: text('success.saved'), failure: saidByCaller })
  return useDraft<TaxonomyDraft, object>({
    stored: entry === undefined ? empty : toDraft(entry),
    check: values => checkTaxonomy(values, tenant),
    save: (values, { changes, version }) =>
      id === undefined
        ? add.send({ tenantId, ...values })
        : change.send({ tenantId, ...withId(id), ...changes, version }),
    refresh: () => refresh().then(fresh => fresh && toDraft(fresh)),
    toStored: (output, sent) => ('version' in output ? toDraft(output as TaxonomyEntry) : { values: sent }),
    onSaved: output => id === undefined && onAdded?.(idOf(output)),
    onDirtyChange,
  })
}

function Editor(props: EditorProps) {
  const { kind, id, entry, tenantId, tenant, back } = props
  const { text } = useTaxonomyTexts()
  const draft = useTaxonomyDraft(props)
  const languages = toLanguages(tenant)
  const name = entry && nameIn(entry.name, tenant.languageTag).text
  const isPlatform = entry?.tenantId === null
  const deletion = useLabelDeletion({ id, tenantId, name: name ?? '', onDeleted: props.onDeleted })
  const states = { active: text('ui.form.active'), inactive: text('ui.form.inactive') }
  return (
    <DraftForm
      draft={draft}
      back={back}
      title={name ?? text(`ui.${kind}.new`)}
      badge={entry && <ActiveBadge active={entry.isActive} texts={states} />}
      isNew={id === undefined}
      saveLabel={id === undefined ? text(`ui.${kind}.create`) : undefined}
      unusable={
        languages.length === 0
          ? text('session.noLanguages')
          : isPlatform
            ? text('ui.taxonomies.platformText')
            : undefined
      }
      remove={kind === 'label' && id !== undefined && !isPlatform ? deletion : undefined}
      conflict={path => toConflict(path, states)}
    >
      <Card>
        {languages.length === 0 ? null : (
          <LocalisedText
            draft={draft}
            name="name"
            label={text('ui.taxonomies.names')}
            languages={languages}
          />
        )}
        <DraftField draft={draft} name="isActive" label={text('ui.taxonomies.state')} group>
          {({ value, set }) => (
            <Switch
              label={text('ui.form.active')}
              help={text('ui.taxonomies.activeHelp')}
              checked={value}
              onChange={event => set(event.target.checked)}
            />
          )}
        </DraftField>
      </Card>
    </DraftForm>
  )
}

/** A name in a language, or whether the entry is active. */
function toConflict(path: string, states: { active: string; inactive: string }) {
  const [field, tag = ''] = path.split('.')
  return field === 'name'
    ? { label: languageName(tag), lang: tag, dir: directionOf(tag) }
    : { label: states.active, show: (value: unknown) => (value ? states.active : states.inactive) }
}
