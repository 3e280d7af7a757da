import { type Collection, collections, matches, type subscriptions } from '@kinora/core'
import { useState } from 'react'
import { DraftField } from '../kernel/draft-field.tsx'
import { useFormTexts } from '../kernel/form-texts.ts'
import type { DraftOf } from '../kernel/row-form.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { useRead } from '../kernel/use-read.ts'
import { CheckboxGroup } from '../ui/form/checkbox-group.tsx'
import { SearchInput } from '../ui/form/search-input.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { useSubscriptionTexts } from './texts.ts'

/** A package as its form holds it. */
export type SubscriptionValues = DraftOf<typeof subscriptions>

export interface CollectionsFieldProps {
  draft: Draft<SubscriptionValues>
  tenantId: string
  label: string
}

/** Collections that can be looked through without a search. */
const FEW = 10

/** SUBS-03: at least one of the tenant’s collections. */
export function CollectionsField({ draft, tenantId, label }: CollectionsFieldProps) {
  const { text, error } = useSubscriptionTexts()
  const [search, setSearch] = useState('')
  const reading = useRead(collections.list, { tenant: tenantId, take: -1, items: 0 })
  const all = reading.data?.data
  return (
    <DraftField
      draft={draft}
      name="collectionTags"
      label={label}
      help={text(all?.length === 0 ? 'ui.subscriptions.noCollections' : 'ui.subscriptions.collectionsHelp')}
      error={reading.error === null ? undefined : error(reading.error)}
      group
      required
    >
      {({ value, set }) =>
        all === undefined ? (
          <Skeleton height={96} />
        ) : (
          <>
            {all.length > FEW ? (
              <SearchInput
                value={search}
                onChange={setSearch}
                label={text('ui.subscriptions.searchCollections')}
                clearLabel={text('ui.subscriptions.clearSearch')}
              />
            ) : null}
            <Choices value={value} set={set} search={search} all={all} />
          </>
        )
      }
    </DraftField>
  )
}

interface ChoicesProps {
  value: string[]
  set(value: string[]): void
  search: string
  all: readonly Collection[]
}

/** Those that the search finds; what is chosen besides stays so. */
function Choices({ value, set, search, all }: ChoicesProps) {
  const { text } = useSubscriptionTexts()
  const form = useFormTexts()
  const found = all.filter(({ name }) => matches(search, name))
  return (
    <div className="kn-choice-list">
      <CheckboxGroup
        values={value}
        onChange={set}
        options={found.map(({ collectionTag, name, active }) => ({
          value: collectionTag,
          label: name,
          help: active ? undefined : form.text('ui.form.inactive'),
        }))}
      />
      {found.length === 0 && all.length > 0 ? <p>{text('ui.noMatch')}</p> : null}
    </div>
  )
}
