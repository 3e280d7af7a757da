import {
  type Collection,
  checkSubscription,
  collections,
  matches,
  newSubscription,
  type SubscriptionDraft,
  SubscriptionType,
  subscriptionLimits,
  subscriptions,
} from '@kinora/core'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { DraftSwitch, useStateWords } from '../kernel/active.tsx'
import { DeleteRow } from '../kernel/delete-row.tsx'
import { DraftField, DraftText } from '../kernel/draft-field.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { DraftImage } from '../kernel/draft-image.tsx'
import { unlessHidden } from '../kernel/form-fields.ts'
import { useFormTexts } from '../kernel/form-texts.ts'
import { type FormPageProps, type OpenRowOf, RowForm } from '../kernel/row-form.tsx'
import { ofTenant } from '../kernel/tenant-gate.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { useRead } from '../kernel/use-read.ts'
import { useWrite } from '../kernel/use-write.ts'
import { StripeCheck } from '../stripe/stripe-check.tsx'
import { CheckboxGroup } from '../ui/form/checkbox.tsx'
import { RadioGroup } from '../ui/form/radio-group.tsx'
import { SearchInput } from '../ui/form/search-input.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { StateBadge } from '../ui/status/badge.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { useSubscriptionTexts } from './texts.ts'

/** NAV-19, NAV-49: a new subscription package, or one that is there (SUBS-01 to SUBS-08). */
export const SubscriptionForm = ofTenant<FormPageProps>(props => {
  const { text } = useSubscriptionTexts()
  return (
    <RowForm
      {...props}
      noun="subscriptions"
      words={text}
      nameKey="title"
      calls={subscriptions}
      idKey="subsPackageId"
      history="subscriptions"
      start={newSubscription}
      check={checkSubscription}
    >
      {open => <Fields {...open} tenantId={props.tenantId} />}
    </RowForm>
  )
})

type FieldsProps = OpenRowOf<typeof subscriptions, SubscriptionDraft> & { tenantId: string }

function Fields({ row, tenantId, page, deletes }: FieldsProps) {
  const { text } = useSubscriptionTexts()
  const { draft } = page
  return (
    <DraftForm
      {...page}
      badge={unlessHidden(
        draft.fields,
        'isActive',
        row && <StateBadge state={row.status} word={state => text(`ui.state.${state}`)} />,
      )}
      labels={{
        imageLink: text('ui.cover'),
        isActive: useStateWords(),
        subscriptionType: {
          label: text('field.subscriptionType'),
          show: type => text(`ui.subscriptions.type.${type as SubscriptionType}`),
        },
      }}
      actions={
        row && (
          <DeleteRow
            {...deletes}
            input={{ tenantId, ids: [row.subsPackageId] }}
            text={text('ui.subscriptions.deleteText')}
          />
        )
      }
    >
      <AboutCard draft={draft} />
      <Card>
        <DraftImage
          draft={draft}
          name="imageLink"
          label={text('ui.cover')}
          alt={text('ui.cover')}
          kind="subscriptionCover"
          asset="packageCover"
          required
        />
      </Card>
      <Card>
        <CollectionsField draft={draft} tenantId={tenantId} />
      </Card>
      <Card title={text('field.price')}>
        <DraftText
          draft={draft}
          name="pricingTableId"
          help={text('ui.subscriptions.priceHelp')}
          input={{ dir: 'ltr', autoComplete: 'off' }}
          required
        />
        <PriceCheck draft={draft} tenantId={tenantId} />
      </Card>
    </DraftForm>
  )
}

/** SUBS-01, SUBS-02: what the package is called, what it is, and whether it is offered. */
function AboutCard({ draft }: { draft: Draft<SubscriptionDraft> }) {
  const { text } = useSubscriptionTexts()
  return (
    <Card>
      <DraftText draft={draft} name="title" max={subscriptionLimits.title} required />
      <DraftText draft={draft} name="description" max={subscriptionLimits.description} multiline required />
      <DraftField draft={draft} name="subscriptionType" group required>
        {({ value, set }) => (
          <RadioGroup
            value={value}
            onChange={set}
            options={SubscriptionType.options.map(type => ({
              value: type,
              label: text(`ui.subscriptions.type.${type}`),
              help: text(`ui.subscriptions.type.${type}Help`),
            }))}
          />
        )}
      </DraftField>
      <DraftSwitch draft={draft} name="isActive" help={text('ui.subscriptions.activeHelp')} />
    </Card>
  )
}

interface PriceCheckProps {
  draft: Draft<SubscriptionDraft>
  tenantId: string
}

/** C-114: of what the field holds now, saved or not. */
function PriceCheck({ draft, tenantId }: PriceCheckProps) {
  const pricingTableId = useWatch({ control: draft.form.control, name: 'pricingTableId' }).trim()
  const write = useWrite(subscriptions.checkPrice, { invalidates: [] })
  return (
    <StripeCheck
      subject={pricingTableId}
      disabled={pricingTableId === ''}
      pending={write.isPending}
      ask={async () => {
        const result = await write.send({ tenantId, pricingTableId })
        return result.kind === 'done' ? result.output : undefined
      }}
    />
  )
}

interface CollectionsFieldProps {
  draft: Draft<SubscriptionDraft>
  tenantId: string
}

/** Collections that can be looked through without a search. */
const FEW = 10

/** SUBS-03: at least one of the tenant’s collections. */
function CollectionsField({ draft, tenantId }: CollectionsFieldProps) {
  const { text, error } = useSubscriptionTexts()
  const [search, setSearch] = useState('')
  const reading = useRead(collections.list, { tenantId, take: -1, items: 0 })
  const all = reading.data?.data
  return (
    <DraftField
      draft={draft}
      name="collectionTags"
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
                label={text('ui.search.collections')}
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
          help: active ? undefined : form.text('ui.state.Inactive'),
        }))}
      />
      {found.length === 0 && all.length > 0 ? <p>{text('ui.noMatch')}</p> : null}
    </div>
  )
}
