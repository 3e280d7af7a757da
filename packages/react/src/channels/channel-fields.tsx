import {
  availabilityFlags,
  type ChannelDraft,
  type ChannelRecord,
  limits,
  nowhere,
  providers,
} from '@kinora/core'
import { useWatch } from 'react-hook-form'
import { DraftField } from '../kernel/draft-field.tsx'
import { DraftText } from '../kernel/draft-text.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { useRead } from '../kernel/use-read.ts'
import { CheckboxGroup } from '../ui/form/checkbox-group.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { Switch, SwitchWord } from '../ui/form/switch.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import { useChannelTexts } from './texts.ts'

export interface ChannelFieldsProps {
  draft: Draft<ChannelDraft>
  /** Undefined for a new one. */
  channel: ChannelRecord | undefined
  /** Whether the person may change channels. */
  manages: boolean
}

/** CHAN-04 to CHAN-07: what the channel is, whose it is, and where it is shown. */
export function ChannelFields({ draft, channel, manages }: ChannelFieldsProps) {
  const { text } = useChannelTexts()
  const read = useRead(providers.list, {}, { enabled: manages })
  const isActive = useWatch({ control: draft.form.control, name: 'active' })
  const offered = read.data && [...read.data.data, ...read.data.tenantProviders]
  return (
    <>
      <Card>
        <DraftText draft={draft} name="name" label={text('field.name')} max={limits.text} required />
        <DraftField draft={draft} name="providerId" label={text('field.providerId')} required>
          {({ value, set }) => (
            <Combobox
              value={value}
              onChange={set}
              disabled={!manages}
              options={(offered ?? []).map(({ tag, displayName, email }) => ({
                value: tag,
                label: displayName,
                help: email,
              }))}
              chosenLabel={channel?.providerName}
              loading={manages && offered === undefined}
              placeholder={text('ui.channels.chooseProvider')}
              searchLabel={text('ui.channels.searchProviders')}
              emptyText={text('ui.noMatch')}
            />
          )}
        </DraftField>
        <DraftText
          draft={draft}
          name="displayName"
          label={text('field.displayName')}
          max={limits.text}
          required={isActive}
        />
        <DraftText
          draft={draft}
          name="description"
          label={text('field.description')}
          max={limits.description}
          required={isActive}
          multiline
        />
      </Card>
      <Card>
        <DraftField draft={draft} name="Availability" label={text('field.Availability')} group>
          {({ value, set }) => (
            <CheckboxGroup
              values={availabilityFlags.filter(place => value[place])}
              onChange={chosen =>
                set({ ...nowhere, ...Object.fromEntries(chosen.map(place => [place, true])) })
              }
              options={availabilityFlags.map(place => ({
                value: place,
                label: text(`ui.channels.${place}`),
              }))}
            />
          )}
        </DraftField>
        <DraftField draft={draft} name="active" label={text('field.active')} group>
          {({ value, set }) => (
            <Switch
              label={<SwitchWord isOn={value} on={text('ui.channels.yes')} off={text('ui.channels.no')} />}
              help={text('ui.channels.activeHelp')}
              checked={value}
              onChange={event => set(event.target.checked)}
            />
          )}
        </DraftField>
      </Card>
    </>
  )
}
