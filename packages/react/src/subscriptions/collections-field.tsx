import { type Collection, collections, subscriptionLimits, type subscriptions } from '@kinora/core'
import { DraftField } from '../kernel/draft-field.tsx'
import { useFormTexts } from '../kernel/form-texts.ts'
import type { DraftOf } from '../kernel/row-form.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { useRead } from '../kernel/use-read.ts'
import { MultiSelect } from '../ui/picker/multi-select.tsx'
import { useSubscriptionTexts } from './texts.ts'

/** A package as its form holds it. */
export type SubscriptionValues = DraftOf<typeof subscriptions>

export interface CollectionsFieldProps {
  draft: Draft<SubscriptionValues>
  tenantId: string
  label: string
}

/** SUBS-03: at least one of the tenant’s collections, in the order in which the site shows them. */
export function CollectionsField({ draft, tenantId, label }: CollectionsFieldProps) {
  const { text, error } = useSubscriptionTexts()
  const form = useFormTexts()
  const reading = useRead(collections.list, { tenant: tenantId, take: -1, items: 0 })
  const all = reading.data?.data
  const max = subscriptionLimits.collections
  const toOption = ({ collectionTag: value, name, active }: Collection) => ({
    ...{ value, label: name },
    ...(!active && { help: form.text('ui.form.inactive') }),
  })
  return (
    <DraftField
      draft={draft}
      name="collectionTags"
      label={label}
      help={text(all?.length === 0 ? 'ui.subscriptions.noCollections' : 'ui.subscriptions.collectionsHelp')}
      error={reading.error === null ? undefined : error(reading.error)}
      required
    >
      {({ value, set }) => (
        <MultiSelect
          value={all === undefined ? [] : value}
          onChange={set}
          options={(all ?? []).map(toOption)}
          disabled={all === undefined}
          loading={all === undefined}
          limit={max}
          limitText={text('validation.maxOptions', { max })}
          placeholder={text('ui.subscriptions.chooseCollections')}
          searchLabel={text('ui.subscriptions.searchCollections')}
          emptyText={text('ui.noMatch')}
          removeLabel={option => text('ui.subscriptions.removeCollection', { name: option.label })}
        />
      )}
    </DraftField>
  )
}
