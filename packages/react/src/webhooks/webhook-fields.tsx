import { LogEventType, limits, type WebhookDraft } from '@kinora/core'
import { DraftField, DraftText } from '../kernel/draft-field.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { MultiSelect } from '../ui/picker/multi-select.tsx'
import { useWebhookTexts } from './texts.ts'

const types = LogEventType.options.map(type => ({ value: type, label: type }))

/** What a person sets of a webhook, beside whether it is on. */
export function WebhookFields({ draft }: { draft: Draft<WebhookDraft> }) {
  const { text } = useWebhookTexts()
  // Tenants have a field of that name which is another one.
  const urlLabel = text('ui.webhooks.url')
  return (
    <>
      <DraftText
        draft={draft}
        name="url"
        label={urlLabel}
        help={text('ui.webhooks.urlHelp')}
        input={{ type: 'url', placeholder: 'https://example.org/hooks' }}
        required
      />
      <DraftField draft={draft} name="eventTypes" help={text('ui.webhooks.eventsHelp')}>
        {({ value, set }) => (
          <MultiSelect
            value={value}
            onChange={next => set(next as LogEventType[])}
            options={types}
            placeholder={text('ui.webhooks.eventsAdd')}
            searchLabel={text('ui.webhooks.eventsSearch')}
            emptyText={text('ui.noMatch')}
            removeLabel={({ label }) => text('ui.removeNamed', { name: label })}
          />
        )}
      </DraftField>
      <DraftText
        draft={draft}
        name="description"
        help={text('ui.webhooks.descriptionHelp')}
        max={limits.text}
      />
    </>
  )
}
